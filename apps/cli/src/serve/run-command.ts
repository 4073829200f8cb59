import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { ScenarioText } from '@netbox/core'
import { type InternetWorld, startControl } from '@netbox/simulated-internet'
import {
  type CommandNamespace,
  keepEnd,
  limitCommand,
  meetingOf,
  openNamespace,
  startComparedInternet,
} from '@netbox/simulated-internet/namespace'
import type { Environment } from '../environment.ts'
import type { CommandRun } from '../matrix/matrix.ts'
import { loopbackEnvironment, planVariable } from './loopback-environment.ts'

/** How every run of the command is started. */
export interface RunSettings {
  readonly command: readonly string[]
  readonly environment: Environment
  /** Whether the command runs on loopback, without a network namespace. */
  readonly isLoopback: boolean
  /** Ends all runs. */
  readonly signal: AbortSignal
}

/** A world, the scenarios that are compared with what the command asked there, and the limit of the run in milliseconds. */
export interface RunWorld {
  readonly world: InternetWorld
  readonly compare: readonly ScenarioText[]
  readonly limit: number
}

// The time in which the internet of a run starts and ends, in milliseconds. A run that takes longer is ended from outside.
const OUTSIDE_TIME = 60_000

const runEnclosed = async (
  { command: [command = '', ...rest], environment }: RunSettings,
  namespace: CommandNamespace,
  { world, compare, limit }: RunWorld,
): Promise<CommandRun> => {
  const run = { command, arguments: rest, world, compare, limit, quiet: true, environment: planVariable(environment) }
  const backstop = setTimeout(namespace.close, limit + OUTSIDE_TIME)
  try {
    const { code, time, isOverdue, output, met } = await namespace.run(run)
    if (met === undefined) throw new Error('The run was compared with nothing.')
    return { code, milliseconds: time, isHung: isOverdue, output, met }
  } finally {
    clearTimeout(backstop)
  }
}

const runOnLoopback = async (
  { command: [command = '', ...rest], environment, signal }: RunSettings,
  { world, compare, limit }: RunWorld,
): Promise<CommandRun> => {
  const { internet, comparison } = await startComparedInternet(world)
  const onRequest = (path: string): void => {
    if (!path.startsWith('/messages')) comparison.giveUp()
  }
  const control = await startControl(internet, { onRequest })
  const { variables, folder, remove } = loopbackEnvironment({ world, internet, control }, environment)
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const since = performance.now()
  const env = { ...variables, TMPDIR: temporary }
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
  const limited = limitCommand(child, limit)
  signal.addEventListener('abort', limited.close, { once: true })
  const outputs = [keepEnd(child.stdout), keepEnd(child.stderr)]
  try {
    const code = await new Promise<number>((resolve) => {
      child.on('error', (error) => {
        outputs.push(async () => error.message)
        resolve('code' in error && error.code === 'ENOENT' ? 127 : 126)
      })
      child.on('exit', (ended, by) => resolve(ended ?? 128 + (by === null ? 0 : constants.signals[by])))
    })
    limited.close()
    const milliseconds = Math.round(performance.now() - since)
    const isHung = limited.isOverdue()
    const met = await meetingOf(comparison, compare)
    return {
      code,
      milliseconds,
      isHung,
      output: (await Promise.all(outputs.map(async (read) => read()))).join(''),
      met,
    }
  } finally {
    signal.removeEventListener('abort', limited.close)
    limited.close()
    await control.close()
    await internet.close()
    remove()
  }
}

/** A function that runs the command once in a world, and one that ends what is left. */
export interface CommandRuns {
  /**
   * Runs the command in a world of its own, with a temporary folder of its own. Nothing that it leaves behind outlives the run. Rejects if the
   * world can't start, or if the signal ends the run.
   */
  readonly run: (world: RunWorld) => Promise<CommandRun>
  readonly close: () => void
}

/** Opens the place in which the command runs several times, some at once. A namespace serves its next run faster. */
export const openCommandRuns = (settings: RunSettings): CommandRuns => {
  const { environment, isLoopback, signal } = settings
  const [open, idle] = [new Set<CommandNamespace>(), [] as CommandNamespace[]]
  const close = (): void => {
    for (const namespace of open) namespace.close()
  }
  const openOne = (): CommandNamespace => {
    const namespace = openNamespace([...environment.nodeOptions, environment.insideProgram()])
    open.add(namespace)
    return namespace
  }
  signal.addEventListener('abort', close, { once: true })
  const run = async (world: RunWorld): Promise<CommandRun> => {
    signal.throwIfAborted()
    if (isLoopback) return runOnLoopback(settings, world)
    const namespace = idle.pop() ?? openOne()
    const ended = await runEnclosed(settings, namespace, world)
    idle.push(namespace)
    return ended
  }
  return {
    run: async (world) => {
      const ended = await run(world)
      signal.throwIfAborted()
      return ended
    },
    close,
  }
}
