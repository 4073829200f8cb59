import {
  checkMail,
  type Clock,
  createToolbox,
  findTool,
  type MailCheck,
  mailSteps,
  type MailStepId,
  memoryUsage,
  parseInput,
  type Refusal,
  type RunMailTool,
  type ScenarioText,
  systemClock,
  ToolError,
} from '@netbox/core'
import { navigate } from 'wouter/use-browser-location'
import { performRun, type Runner } from '../../components/run/perform-run.ts'
import { readShareLink } from '../../components/run/read-share-link.ts'
import { type SharedWorld, sharedWorld } from '../../components/run/read-world.ts'
import { anyWorld, type ChosenWorld } from '../../lib/world/world.ts'
import { keepRun } from '../../lib/runs/keep-runs.ts'
import { mailCheckPath, runState } from '../../lib/runs/run-links.ts'
import { type Again, checks, heldCheck } from './held-check.ts'

/** The known part of a check: the runs of a step that ran, the reason of a step that didn't. */
const knownOf = ({ steps }: MailCheck, retried: MailStepId) => ({
  run: (tool: string, input: string) =>
    steps.flatMap(({ runs }) => runs).find((run) => run.tool === tool && run.input === input),
  refusal: (tool: string) =>
    steps.find(({ id }) => id !== retried && mailSteps.some((step) => step.id === id && step.tool === tool))?.refusal,
})

// The steps run at once, each in half the time of a single run on the dashboard: a check ends after about two seconds.
const clock: Clock = { now: () => systemClock.now(), wait: async (time, signal) => systemClock.wait(time / 2, signal) }

const toolOf = (id: string) => {
  const tool = findTool(id)
  if (tool === undefined) throw new Error(`The catalogue has no ${id}.`)
  return tool
}

/** Replaces the address of the page with the address of a check, so that a reload, Back and a copied address lead to its report. */
const writeAddress = (domain: string, world: SharedWorld): void => {
  const path = mailCheckPath(domain, world)
  if (new URL(path, location.href).pathname === location.pathname)
    navigate(path, { replace: true, state: runState(world) })
}

const canonicalOf = (domain: string): string | undefined =>
  parseInput<unknown>(toolOf(mailSteps[0].tool).input, domain.trim())?.canonical

/** Follows a check on the page, and returns why it could not start. */
const follow = async (
  domain: string,
  world: SharedWorld,
  runOf: (signal: AbortSignal) => RunMailTool,
): Promise<Refusal | undefined> => {
  const before = heldCheck.get()
  const signal = checks.begin()
  const isLast = () => checks.isLast(signal)
  const show = (check: MailCheck, isRunning: boolean): void => {
    if (isLast()) heldCheck.set({ check, isRunning, world })
  }
  try {
    show(await checkMail(domain, runOf(signal), (latest) => show(latest, true)), false)
    return undefined
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const held = heldCheck.get()
    const left = error.code === 'invalid_input' ? before : held
    if (isLast()) heldCheck.set(left === undefined ? undefined : { ...left, isRunning: false })
    return error.code === 'aborted' ? undefined : { code: error.code, title: error.title, message: error.message }
  }
}

/**
 * Checks the mail of a domain with the page's delays. The runs are counted and recorded like single runs. With `again`, only one step of an
 * earlier check runs. Returns why the check could not start.
 */
export const runMailCheck = async (
  runner: Omit<Runner, 'tool'>,
  domain: string,
  asked: ChosenWorld,
  again?: Again,
): Promise<Refusal | undefined> => {
  const known = again === undefined ? undefined : knownOf(again.check, again.step)
  const world = sharedWorld(asked)
  const canonical = canonicalOf(domain)
  if (canonical !== undefined) writeAddress(canonical, world)
  return follow(canonical ?? domain, world, (signal) => async (id, input) => {
    const earlier = known?.run(id, input)
    if (earlier !== undefined) return earlier
    const refusal = known?.refusal(id)
    if (refusal !== undefined) throw new ToolError(refusal)
    const tool = toolOf(id)
    const following = { signal, onEvent: () => undefined }
    const outcome = await performRun({ ...runner, tool, pacing: 'dashboard', clock }, { ...world, input }, following)
    if (outcome.error !== undefined) throw new ToolError(outcome.error)
    keepRun(outcome.run, runner.subject)
    return outcome.run
  })
}

/**
 * Shows the check of an address again, at once. Its runs are not counted and need no security check, because their reports are known. Does
 * nothing if the address names no whole check, or the check that is shown already.
 */
export const repeatMailCheck = async (search: string, state: unknown): Promise<Refusal | undefined> => {
  const query = new URLSearchParams(search)
  query.set('input', query.get('domain') ?? '')
  const read = await readShareLink(query.toString(), state)
  if (read?.seed === undefined || read.at === undefined || read.problems.length > 0) return undefined
  const { input = '', scenario = anyWorld.scenario, seed, at } = read
  const world = sharedWorld({ seed, scenario, at, world: read.world })
  const held = heldCheck.get()
  if (held !== undefined && mailCheckPath(held.check.domain, held.world) === mailCheckPath(input, world))
    return undefined
  const box = createToolbox({ plan: 'enterprise', usage: memoryUsage() })
  // The cast is safe, because the toolbox checks the scenario.
  const order = { ...world, scenario: scenario as ScenarioText }
  return follow(input, world, () => async (tool, name) => box.run(tool, name, order))
}
