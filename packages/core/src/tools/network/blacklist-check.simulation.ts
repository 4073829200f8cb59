import { pass } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { unassignedAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { capitalize, inWords } from '../../reports/wording.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { listingsOf, listsInState } from '../../world/hosts/listings.ts'
import { type BlockList, blockLists } from '../../world/names/block-lists.ts'
import type { Machine } from '../../world/hosts/machine-at.ts'
import { machineOf, operatorOf } from '../../world/hosts/machines.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import { dead, listed, namesOf, refused, reverse, shortNames, delistingAdvice } from './blacklist-check.findings.ts'
import type { BlacklistCheckCode, BlacklistCheckResult } from './blacklist-check.ts'

// The weight of one entry, by the reason for the listing; a range that should not send mail at all counts least.
const WEIGHT: Readonly<Record<BlockList['lists'], number>> = {
  'infected hosts': 40,
  'open relays': 35,
  'spam sources': 30,
  'abused hosting': 20,
  'dynamic ranges': 15,
}

function simulate(host: string, world: World): BlacklistCheckResult {
  if (!resolves(world, host)) {
    const recommendation = `Give ${host} an address first: block lists contain only addresses.`
    return { ip: null, status: 'CLEAN', score: 0, sources: [], recommendation }
  }
  const ip = addressOf(world, host)
  if (machineOf(world, host).special !== undefined) {
    const recommendation = 'Check the public address of the host: no list contains this one.'
    return { ip, status: 'CLEAN', score: 0, sources: [], recommendation }
  }
  const listings = listingsOf(world, host)
  const isRefused = listsInState(world, machineOf(world, host), 'refuses').length === blockLists.length
  const score = listings.reduce((sum, { lists }) => sum + WEIGHT[lists], 0)
  return {
    ip,
    status: listings.length > 0 ? 'BLACKLISTED' : 'CLEAN',
    score: Math.min(100, score),
    sources: blockLists.map((list) => ({ name: list.name, listed: listings.includes(list) })),
    recommendation:
      listings.length > 0
        ? `Stop what put ${ip} on the list, ${delistingAdvice(listings)}.`
        : isRefused
          ? 'Query the lists through a resolver of your own: the answers here say nothing about the address.'
          : 'Nothing to do. Check again before you send another kind of mail from this address.',
  }
}

/** The lists by their answer about an address. */
interface Answers {
  readonly listings: readonly BlockList[]
  readonly refusing: readonly BlockList[]
  readonly broken: readonly BlockList[]
  /** The number of lists whose answer means something. */
  readonly working: number
}

const answersOf = (world: World, machine: Machine, listings: readonly BlockList[]): Answers => {
  const refusing = listsInState(world, machine, 'refuses')
  const broken = listsInState(world, machine, 'dead')
  return { listings, refusing, broken, working: blockLists.length - refusing.length - broken.length }
}

const valueOf = (name: string, { listings, refusing, broken }: Answers) => {
  const isIn = (lists: readonly BlockList[]): boolean => lists.some((list) => list.name === name)
  if (isIn(listings)) return { value: 'listed', severity: 'critical' } as const
  if (isIn(refusing)) return { value: 'refuses', severity: 'warning' } as const
  if (isIn(broken)) return { value: 'lists everybody', severity: 'warning' } as const
  return { value: 'not listed', severity: 'pass' } as const
}

const plotOf = (answers: Answers): ReportDraft['plot'] => ({
  kind: 'list',
  caption: 'The answer of each block list',
  alternative: alternativeOf(answers),
  items: blockLists.map(({ name }) => ({ label: name, ...valueOf(name, answers) })),
})

const alternativeOf = ({ listings, working }: Answers): string => {
  if (working === 0) return 'Every list refuses the question.'
  return listings.length === 0
    ? `None of ${working} lists contains the address.`
    : `${listings.length} of ${working} lists ${listings.length === 1 ? 'names' : 'name'} the address: ${namesOf(listings)}.`
}

const NO_PLOT: ReportDraft['plot'] = {
  kind: 'list',
  caption: 'The answer of each block list',
  alternative: 'No list was queried.',
  items: [],
}

const verdictOf = ({ listings, working }: Answers, ip: string): Pick<ReportDraft, 'sentence' | 'detail'> => {
  if (working === 0)
    return {
      sentence: 'Every list refuses the question, so nothing is known about the address.',
      detail: `The lists would answer a resolver of your own. Their refusals don't mean that ${ip} is listed.`,
    }
  if (listings.length === 0)
    return {
      sentence: `None of ${inWords(working)} lists contains the address.`,
      detail: `No receiver refuses mail from ${ip} because of these lists.`,
    }
  return {
    sentence: `${capitalize(inWords(listings.length))} of ${inWords(working)} lists ${listings.length === 1 ? 'names' : 'name'} the address.`,
    detail: `All receivers that use ${listings.length === 1 ? 'this list' : 'these lists'} refuse mail from ${ip} or file it as spam.`,
  }
}

const findingsOf = (answers: Answers, ip: string, abuse: string): Finding<BlacklistCheckCode>[] => {
  const { listings, refusing, broken, working } = answers
  const clean =
    working === 0 ? [] : [pass('blacklist-clean', `All ${inWords(working)} lists were queried, and none has an entry`)]
  return [
    ...(listings.length === 0 ? clean : listed(listings, working, ip, abuse)),
    ...refused(refusing),
    ...dead(broken, ip),
  ]
}

function report(
  { ip, score, sources }: BlacklistCheckResult,
  world: World,
  host: string,
): ReportDraft<BlacklistCheckCode> {
  const listings = blockLists.filter((_, index) => sources[index]?.listed === true)
  const naming = { label: 'Listed on', value: String(listings.length), unit: `of ${sources.length}` }
  const points = { label: 'Score', value: String(score), unit: 'of 100', note: '0 is clean' }
  const nothing = { figures: [naming, points], plot: NO_PLOT }
  if (ip === null) {
    const finding = noAddress('blacklist-unresolved', world, host, 'there is nothing to look up')
    const detail = 'Block lists contain addresses, and this name has none.'
    return { sentence: 'There is no address to check.', detail, findings: [finding], ...nothing }
  }
  const machine = machineOf(world, host)
  const { special } = machine
  if (special !== undefined) {
    const finding = unassignedAddress('blacklist-special', ip, special, 'no list can contain one of them')
    const sentence = 'No list was queried for this address.'
    return { sentence, detail: whatIsSpecial(ip, special), findings: [finding], ...nothing }
  }
  const { name, network, abuse, place } = operatorOf(world, host)
  const answers = answersOf(world, machine, listings)
  const note = answers.working === 0 ? 'no list answers' : listings.length === 0 ? 'no entries' : shortNames(listings)
  return {
    ...verdictOf(answers, ip),
    figures: [
      answers.working === 0 ? { ...naming, value: '—', note } : { ...naming, unit: `of ${answers.working}`, note },
      points,
      { label: 'Network', value: network, note: `${name}, ${place.city}` },
    ],
    findings: [...findingsOf(answers, ip, abuse), reverse(world, machine)],
    plot: plotOf(answers),
  }
}

/** Simulates `blacklist-check`. */
export const blacklistCheckSimulation: Simulation<string, BlacklistCheckResult, BlacklistCheckCode> = {
  simulate,
  report,
}
