import { availableParallelism } from 'node:os'
import { openWorld, readScenario, type ScenarioText, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import { type World, zoneNameOf } from '@netbox/core/dns'
import { type InternetWorld, scenarioFor, withMaps } from '@netbox/simulated-internet'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { stringify } from 'yaml'
import type { Context } from '../commands/context.ts'
import type { GivenWorld } from '../run/run-options.ts'
import { exitCodes } from '../exit.ts'
import { factsOf } from '../exercise/domain-facts.ts'
import { createAgain } from '../matrix/again.ts'
import type { CommandRun } from '../matrix/matrix.ts'
import { type Minimizing, minimize } from '../matrix/minimize.ts'
import { differingFacts, documentWith, type SingleFact, singleFacts } from '../matrix/single-facts.ts'
import { listenToSignals } from '../run/interruption.ts'
import { wholeNumber } from '../run/run-options.ts'
import { shrinkTexts } from '../texts/matrix-texts.ts'
import { serveTexts } from '../texts/serve-texts.ts'
import { openCommandRuns } from './run-command.ts'
import { MOST_JOBS, readTimeout } from './run-matrix.ts'

const MOST_RUNS = 60
// The runs that find out whether the command fails, and whether it fails twice.
const OTHER_RUNS = 6
const MOST_DOMAINS = 8
const USUAL_LIMIT = 60_000

/** Returns the domains that a command asked for. */
const domainsAsked = (world: World, { met }: CommandRun): string[] => {
  const names = met.questions.first.map((at) => at.replace(/ \S+$|:\d+$/, ''))
  const zones = names.flatMap((name) => zoneNameOf(world, name) ?? [])
  return [...new Set(zones)].filter((zone) => zone.includes('.')).slice(0, MOST_DOMAINS)
}

/** Returns the ways to define a scenario for domains: fact by fact, and fault by fault where no single fact says it. */
const waysToState = (
  scenario: ScenarioText,
  domains: readonly string[],
  open: (scenario: ScenarioText) => World,
): SingleFact[][] => {
  const [faulty, healthy] = [open(scenario), open('healthy')]
  const facts = domains.flatMap((domain) => differingFacts(factsOf(faulty, domain), factsOf(healthy, domain)))
  const faults = domains.map((domain) => ({
    path: ['domains', domain, 'scenario'],
    value: scenario.replaceAll(/:[^+]+/g, ''),
  }))
  return [facts, faults]
}

/** Returns whether facts don't contradict each other. */
const isWorld = (world: WorldDocument | undefined): boolean => {
  try {
    openWorld({ world }, Date.now)
    return true
  } catch {
    return false
  }
}

/** Removes facts that the failure does not need, and then items of the lists that are left. */
const smallest = async (
  start: readonly SingleFact[],
  { fails, jobs, most }: Minimizing<SingleFact>,
): Promise<readonly SingleFact[]> => {
  let { facts, tried } = await minimize(start, { fails, jobs, most })
  for (const [index, fact] of facts.entries()) {
    const items: readonly unknown[] = Array.isArray(fact.value) ? fact.value : []
    const withItems = (value: readonly unknown[]): readonly SingleFact[] => facts.with(index, { ...fact, value })
    const shorter = await minimize(items, { fails: async (value) => fails(withItems(value)), jobs, most: most - tried })
    tried += shorter.tried
    if (items.length > 1) facts = withItems(shorter.facts)
  }
  return facts
}

const commentOf = ({ path, value, usual }: SingleFact): string =>
  shrinkTexts.fact(path.join(' '), JSON.stringify(value), usual === undefined ? undefined : JSON.stringify(usual))

/** Runs `netbox shrink`. Returns the exit code. */
export const runShrink = async ({ world: document, keys }: GivenWorld, context: Context): Promise<number> => {
  const { options, words, environment, say, out } = context
  const jobs = wholeNumber('jobs', options.jobs, [1, MOST_JOBS], availableParallelism())
  const limit = readTimeout(options.timeout) ?? USUAL_LIMIT
  const { domains, startAt, map: maps } = options
  const { seed } = openWorld({ seed: options.seed ?? environment.seed, world: { known: false } }, Date.now).world
  const scenario = options.scenario === undefined ? 'healthy' : readScenario(options.scenario)
  const scoped = scenarioFor({ scenario, domains }) ?? scenario
  const open = (named: ScenarioText): World =>
    openWorld({ seed, scenario: named, world: withMaps(document, maps), at: startAt }, Date.now).world
  open(scoped)
  const isLoopback = options.loopback !== undefined || findObstacle() !== undefined
  if (options.quiet === undefined) say(serveTexts.mark(WORLD_VERSION, seed, document !== undefined))
  const interruption = listenToSignals()
  const commandRuns = openCommandRuns({ command: words, environment, isLoopback, signal: interruption.signal })
  const known = options.known === false ? { known: false } : {}
  const run = async (world: Pick<InternetWorld, 'scenario' | 'world'>): Promise<CommandRun> =>
    commandRuns.run({ world: { seed, startAt, maps, keys, ...world }, compare: [], limit })
  try {
    const first = await run({ scenario: scoped, world: document })
    if (first.code === 0 && !first.isHung) {
      say(shrinkTexts.passes)
      return exitCodes.usage
    }
    const isAlike = ({ code, isHung }: CommandRun): boolean =>
      isHung === first.isHung && (isHung || code === first.code)
    let runs = 1
    const fails = async (facts: readonly SingleFact[]): Promise<boolean> => {
      const world = { ...known, ...documentWith(facts) }
      if (!isWorld(withMaps(world, maps))) return false
      runs++
      return isAlike(await run({ scenario: 'healthy', world }))
    }
    const { known: _known, ...stated } = document ?? {}
    const own = singleFacts(stated)
    const ways =
      options.scenario === undefined
        ? [own]
        : waysToState(scoped, domains ?? domainsAsked(open(scoped), first), open).map((facts) => [...own, ...facts])
    let start: readonly SingleFact[] | undefined
    for (const facts of ways) if (start === undefined && facts.length > 0 && (await fails(facts))) start = facts
    if (start === undefined) {
      say(shrinkTexts.noFacts)
      return exitCodes.failed
    }
    const facts = await smallest(start, { fails, jobs, most: MOST_RUNS - OTHER_RUNS })
    const isStable = (await fails(facts)) && (await fails(facts))
    const file = stringify({ ...known, ...documentWith(facts) }, { lineWidth: 0 })
    out(`${facts.map((fact) => `# ${commentOf(fact)}\n`).join('')}${file}`)
    say(shrinkTexts.end(facts.length, start.length, runs))
    // The file says all that these options say.
    const { domains: _domains, known: _own, strict: _strict, ...others } = options
    say(shrinkTexts.again(createAgain({ ...others, world: 'small.yaml' }, seed, words)('serve', 'healthy')))
    if (!isStable) say(shrinkTexts.unstable)
    return isStable ? exitCodes.ran : exitCodes.failed
  } catch (error) {
    const code = interruption.exitCode()
    if (code === undefined) throw error
    return code
  } finally {
    commandRuns.close()
    interruption.close()
  }
}
