import { setTimeout as wait } from 'node:timers/promises'
import { openWorld, type ScenarioText } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import type { LiveWorld } from './live-world.ts'
import { type InternetWorld, scenarioFor } from './scenario-for.ts'

/** A question of a program, and how any world answers it. */
export interface Asked {
  /** Identifies the question. The comparison keeps the first of equal ones. */
  readonly key: string
  /** The subject of the question: a name and a type of records (`shop.example MX`), or a host and its port. */
  readonly at: string
  /**
   * Returns everything that the program receives in a world. The first line says it in a few words. It must have no effect, because the
   * comparison calls it for worlds that nobody serves.
   */
  readonly answer: (world: World) => string | Promise<string>
  /** Describes an answer that differs from the usual one; by default with its first line. */
  readonly describe?: (answer: string, usual: string) => string
}

/** Receives each question of a program at the moment in which a server answers it. */
export type Ask = (asked: Asked) => void

/** The first answer of a world that differs from the healthy world's. */
export interface FirstDifference {
  readonly at: string
  /** What came, in a few words: `no answer`, `SERVFAIL`, `451 4.7.1`. */
  readonly came: string
}

/** The questions of a program, without repetitions. */
export interface Questions {
  /** The first ones, in order. */
  readonly first: readonly string[]
  readonly count: number
  /** The number of names and addresses in them. */
  readonly names: number
}

/** Compares the answers of an internet with the answers of the healthy world of the same seed, document and time. */
export interface Comparison {
  readonly ask: Ask
  /** Declares that the program depends on more than the recorded answers, so that no scenario can be ruled out. */
  readonly giveUp: () => void
  /** Resolves with the first answer that differed. */
  readonly difference: () => Promise<FirstDifference | undefined>
  readonly questions: () => Questions
  /**
   * Resolves with the first recorded question that a scenario answers in another way, and with undefined if there is none: a deterministic
   * program can't notice the scenario then. Resolves with 'unknown' if the questions aren't all recorded.
   */
  readonly differenceIn: (scenario: ScenarioText) => Promise<FirstDifference | 'unknown' | undefined>
}

/** How a program met its world. */
export interface Met {
  /** The first answer that differed from the healthy world's. */
  readonly difference: FirstDifference | undefined
  readonly questions: Questions
  /** The first question that each scenario answers in another way; null if none, so that the program can't notice the scenario. */
  readonly scenarios: Readonly<Record<string, FirstDifference | 'unknown' | null>>
}

/** The time in which the kernel reports the last packets of a program, in milliseconds. */
const REPORT_TIME = 200

/** Resolves with how a program that has ended met its world, and with what it would have met in each scenario. */
export const meetingOf = async (comparison: Comparison, scenarios: readonly ScenarioText[]): Promise<Met> => {
  if ((await comparison.difference()) === undefined) await wait(REPORT_TIME)
  const difference = await comparison.difference()
  const all: [string, FirstDifference | 'unknown' | null][] = []
  for (const scenario of scenarios) all.push([scenario, (await comparison.differenceIn(scenario)) ?? null])
  return { difference, questions: comparison.questions(), scenarios: Object.fromEntries(all) }
}

/** The questions that are kept. A program with more can meet any scenario. */
const MOST_QUESTIONS = 5000
const MOST_SHOWN = 20

// In these scenarios, the network of programs prefers IPv6, so they connect to other addresses than in the healthy world.
const PREFERS_SIX = /\bipv6-/

const firstLine = (answer: string): string => answer.slice(0, `${answer}\n`.indexOf('\n'))

const describeDifference = (asked: Asked, answer: string, usual: string): FirstDifference => {
  const { at, describe = firstLine } = asked
  const [came, before] = [describe(answer, usual), describe(usual, usual)]
  return { at, came: came === before ? `${came} (other data)` : came }
}

const firstDifference = async (
  questions: Iterable<Asked>,
  world: World,
  healthy: World,
): Promise<FirstDifference | undefined> => {
  for (const asked of questions) {
    const answer = await asked.answer(world)
    const usual = await asked.answer(healthy)
    if (answer !== usual) return describeDifference(asked, answer, usual)
  }
  return undefined
}

/** Creates the comparison of a live world. `domains` limits the scenarios of `differenceIn`. */
export const createComparison = (live: LiveWorld, { domains }: Pick<InternetWorld, 'domains'>): Comparison => {
  const questions = new Map<string, Asked>()
  let isComplete = true
  let found: FirstDifference | undefined
  let compared: Promise<void> = Promise.resolve()
  const opened = new WeakMap<World, World>()

  const open = (scenario: ScenarioText, at: number): World =>
    openWorld({ seed: live.seed, world: live.document(), scenario, at }, () => at).world

  const healthyOf = (world: World): World => {
    const healthy = opened.get(world) ?? open('healthy', world.at)
    opened.set(world, healthy)
    return healthy
  }

  const compare = async (asked: Asked, world: World): Promise<void> => {
    // A question that can't be asked again in the same way is no difference, and leaves the record incomplete.
    found ??= await firstDifference([asked], world, healthyOf(world)).catch(() => {
      isComplete = false
      return undefined
    })
  }

  return {
    ask: (asked) => {
      if (questions.has(asked.key)) return
      if (questions.size >= MOST_QUESTIONS) {
        isComplete = false
        return
      }
      questions.set(asked.key, asked)
      const world = live.now()
      if (found === undefined && live.scenario() !== 'healthy')
        compared = compared.then(async () => (found === undefined ? compare(asked, world) : undefined))
    },
    giveUp: () => {
      isComplete = false
    },
    difference: async () => {
      await compared
      return found
    },
    questions: () => {
      const all = [...new Set([...questions.values()].map(({ at }) => at))]
      const names = new Set(all.map((at) => at.replace(/ \S+$|:\d+$/, '')))
      return { first: all.slice(0, MOST_SHOWN), count: all.length, names: names.size }
    },
    differenceIn: async (scenario) => {
      const all = [...questions.values()]
      const hasConnected = all.some((asked) => /:\d+$/.test(asked.at))
      if (!isComplete || (PREFERS_SIX.test(scenario) && hasConnected)) return 'unknown'
      const served = live.now()
      const world = open(scenarioFor({ scenario, domains }) ?? scenario, served.at)
      return firstDifference(all, world, healthyOf(served)).catch(() => 'unknown')
    },
  }
}
