import {
  type ScenarioName,
  type ToolId,
  createToolbox,
  findScenario,
  openWorld,
  type ScenarioText,
  type WorldDocument,
} from '@netbox/core'
import { createHash } from 'node:crypto'
import type { World } from '@netbox/core/dns'
import { addressesOf } from '@netbox/core/network'
import { factsOf, mailServersOf } from './domain-facts.ts'

/** The names that a fault can be seen at. */
export interface Place {
  readonly domain: string
  /** The first mail server of the domain, and its address. */
  readonly server: string
  readonly address: string
}

/** A fault as an exercise: what people notice, and the tool that shows it. */
export interface Fault {
  readonly scenario: ScenarioName
  readonly complaint: string
  readonly tool: ToolId
  readonly input: (place: Place) => string
  /** The word that decides the order of the tasks: the first name of the scenario, so that a seed keeps its tasks after a new name. */
  readonly drawnAs?: string
}

const drawOf = ({ scenario, drawnAs = scenario }: Fault): string => drawnAs

const atDomain = ({ domain }: Place): string => domain
const atServer = ({ server }: Place): string => `${server}:25`
const atAddress = ({ address }: Place): string => address

const ofWeb = (scenario: ScenarioName, complaint: string): Fault => ({
  scenario,
  complaint,
  tool: 'https-test',
  input: atDomain,
})

/** The faults of the exercises. Each can be stated in a world document, so that learners can repair it. */
export const faults: readonly Fault[] = [
  { scenario: 'mx-down', complaint: 'mail arrives, but always some seconds late', tool: 'mx-record', input: atDomain },
  {
    scenario: 'greylisting',
    complaint: 'new customers wait minutes for an answer to their first mail',
    tool: 'smtp-test',
    input: atServer,
  },
  {
    scenario: 'tlsa-mismatch',
    complaint: 'some senders can deliver no mail, most of them can',
    tool: 'smtp-test',
    input: atServer,
  },
  {
    scenario: 'spf-permerror',
    complaint: 'receivers take the newsletter for forged mail',
    tool: 'spf-check',
    input: atDomain,
  },
  {
    scenario: 'dmarc-none',
    complaint: 'forged invoices reach the customers',
    tool: 'email-deliverability',
    input: atDomain,
  },
  {
    scenario: 'block-listed',
    complaint: 'some receivers refuse all mail',
    tool: 'blacklist-check',
    input: atAddress,
    drawnAs: 'blacklisted',
  },
  {
    scenario: 'ptr-mismatch',
    complaint: 'receivers refuse mail because the name of the server is not confirmed',
    tool: 'ptr-lookup',
    input: atAddress,
  },
  {
    scenario: 'cname-dangling',
    complaint: 'nobody reaches the web site under its usual name',
    tool: 'cname-lookup',
    input: ({ domain }) => `www.${domain}`,
    drawnAs: 'dangling-cname',
  },
  {
    scenario: 'ssrf-loopback',
    complaint: 'programs that show previews of the web site show pages of their own machine',
    tool: 'a-record',
    input: atDomain,
  },
  ofWeb('cert-expired', 'browsers warn of the web site since last week'),
  ofWeb('cert-not-yet-valid', 'browsers warn of the web site since the last maintenance'),
  ofWeb('cert-self-signed', 'programs refuse to call the web site'),
  ofWeb('cert-wrong-name', 'browsers warn of the web site since it was moved'),
  ofWeb('cert-missing-intermediate', 'phones warn of the web site, and some desktops do not'),
  ofWeb('tls-old', 'new browsers do not show the web site, and very old ones do'),
  ofWeb('tls-closes', 'the web site does not open, and its server seems to run'),
  { ...ofWeb('client-cert-required', 'partners see the web site, and customers do not'), drawnAs: 'client-cert' },
]

/** The seed and the time of a set of exercises. */
export interface ExerciseWorld {
  readonly seed: string
  readonly at: string
}

/** A task: find the fault among three domains, or repair one domain. A fifth of the tasks to find has no fault. */
export interface Exercise extends ExerciseWorld {
  readonly name: string
  readonly kind: 'find' | 'repair'
  /** The domains that may have the fault. */
  readonly domains: readonly string[]
  readonly complaint: string
  /** The fault and its domain; undefined if there is none. */
  readonly solution: (Place & { readonly fault: Fault }) | undefined
}

const WORDS =
  'atelier bakery bookshop brewery cinema clinic dairy festival florist foundry gallery harbour hostel joinery ledger library market mill museum nursery observatory orchard pottery printer quarry school shop studio tailor theater tower vineyard winery workshop zoo'
const DOMAINS = WORDS.split(' ').map((word) => `${word}.example`)
const HEALTHY_TASKS = Math.floor(faults.length / 4)
const CHOICES = 3

/** Sorts a list by the seed. */
const shuffled = <Item>(items: readonly Item[], seed: string, nameOf: (item: Item) => string): Item[] => {
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex')
  return items.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

const open = ({ seed, at }: ExerciseWorld, scenario: string): World =>
  openWorld({ seed, at, scenario: scenario as ScenarioText }, () => 0).world

/** Returns the place of a domain that runs its own mail servers; undefined for another domain. */
const placeOf = (world: World, domain: string): Place | undefined => {
  const [server = ''] = mailServersOf(world, domain)
  const [address] = addressesOf(world, server)
  return server.endsWith(`.${domain}`) && address !== undefined ? { domain, server, address } : undefined
}

/** Returns the findings that a tool must have with a fault: code → severity. */
export const expectedOf = ({ scenario, tool }: Fault): Readonly<Record<string, string>> =>
  findScenario(scenario)?.findings[tool] ?? {}

/** Returns whether a tool shows the fault in a world. */
const shows = async (
  world: ExerciseWorld & { readonly scenario: string },
  fault: Fault,
  place: Place,
): Promise<boolean> => {
  const box = createToolbox({ ...world, scenario: world.scenario as ScenarioText, plan: 'enterprise' })
  const { findings } = await box.run(fault.tool, fault.input(place))
  return Object.entries(expectedOf(fault)).every(([expected, wanted]) =>
    findings.some(({ code, severity }) => code === expected && severity === wanted),
  )
}

/** Returns the first place that the fault shows at, so that no task is impossible. */
const placeFor = async (world: ExerciseWorld, fault: Fault, places: readonly Place[]): Promise<Place | undefined> => {
  for (const place of places)
    if (await shows({ ...world, scenario: `${fault.scenario}:${place.domain}` }, fault, place)) return place
  return undefined
}

/** Returns the exercises of a seed: 21 to find a fault, of which four have none, and 17 to repair one. */
export const exercisesOf = async (world: ExerciseWorld): Promise<Exercise[]> => {
  const { seed } = world
  const exercises: Exercise[] = []
  const healthyWorld = open(world, 'healthy')
  const known = DOMAINS.flatMap((domain) => placeOf(healthyWorld, domain) ?? [])
  for (const kind of ['find', 'repair'] as const) {
    const healthy = kind === 'find' ? faults.slice(0, HEALTHY_TASKS).map((fault) => `no ${drawOf(fault)}`) : []
    const tasks = shuffled([...faults.map(drawOf), ...healthy], `${seed} ${kind}`, (name) => name)
    for (const [index, task] of tasks.entries()) {
      const name = `${kind}-${index + 1}`
      const places = shuffled(known, `${seed} ${name}`, ({ domain }) => domain)
      const domains = places.map(({ domain }) => domain)
      const fault = faults.find((one) => drawOf(one) === task)
      const place = fault === undefined ? undefined : await placeFor(world, fault, places)
      const first = place?.domain ?? domains[0] ?? ''
      const others = domains.filter((domain) => domain !== first).slice(0, CHOICES - 1)
      // A task without a fault has a complaint all the same: a false alarm.
      const complaint = fault ?? shuffled(faults, `${seed} ${name} complaint`, drawOf)[0]
      exercises.push({
        ...world,
        name,
        kind,
        domains: (kind === 'find' ? [first, ...others] : [first]).toSorted(),
        complaint: complaint?.complaint ?? '',
        solution: fault === undefined || place === undefined ? undefined : { ...place, fault },
      })
    }
  }
  return exercises
}

/** Returns the scenario of the internet in which a learner looks for the fault. */
export const scenarioOf = ({ solution }: Exercise): ScenarioText =>
  solution === undefined ? 'healthy' : `${solution.fault.scenario}:${solution.domain}`

/** Returns the facts of a domain to repair, with and without the fault. */
export const factsToRepair = (
  exercise: Exercise,
): { readonly faulty: WorldDocument; readonly healthy: WorldDocument } => {
  const [domain = ''] = exercise.domains
  return {
    faulty: factsOf(open(exercise, scenarioOf(exercise)), domain),
    healthy: factsOf(open(exercise, 'healthy'), domain),
  }
}
