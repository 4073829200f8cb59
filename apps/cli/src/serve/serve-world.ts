import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { openWorld, scenarios, WORLD_VERSION } from '@netbox/core'
import {
  type Control,
  type Internet,
  type InternetWorld,
  describeInternet,
  scenarioFor,
  startControl,
  startInternet,
  withMaps,
} from '@netbox/simulated-internet'
import {
  findObstacle,
  openLogFile,
  type ContainerInternet,
  readHostPort,
  runInNamespace,
  saveWorld,
  serveContainer,
  withHostPorts,
  writeTrustBundle,
} from '@netbox/simulated-internet/namespace'
import type { Context } from '../commands/context.ts'
import { exitCodes } from '../exit.ts'
import { isSystemError } from '../state/files.ts'
import { listenToSignals } from '../run/interruption.ts'
import { noNamespace, portInUse, unwritable } from '../texts/messages.ts'
import { jsonText } from '../output/json.ts'
import { clipboardRequest, createTheme } from '../output/terminal.ts'
import { loopbackEnvironment, planVariable } from './loopback-environment.ts'
import { requestLine, listeningLines, servePorts, serveTexts } from '../texts/serve-texts.ts'

const HOST = '127.0.0.1'

const { dns: dnsPort, ...others } = servePorts

const takenPort = (error: unknown): number | undefined =>
  isSystemError(error, 'EADDRINUSE') && error instanceof Error && 'port' in error && typeof error.port === 'number'
    ? error.port
    : undefined

/**
 * Starts the servers. If the caller chooses the DNS port, the other protocols take free ports, so that many servers can run side by side.
 */
const start = async (world: InternetWorld, port: number | undefined): Promise<Internet> => {
  try {
    return await startInternet({
      ...world,
      dnsPort: port ?? dnsPort,
      ports: port === undefined ? others : {},
    })
  } catch (error) {
    const taken = takenPort(error)
    throw taken === undefined ? error : portInUse(HOST, taken)
  }
}

const openLog = (path: string) => {
  try {
    return openLogFile(path)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Writes every request to the file of --log, if given. Returns a function that stops writing. */
const keepLog = (internet: Internet, path: string | undefined): (() => void) => {
  if (path === undefined) return () => undefined
  const log = openLog(path)
  const stop = internet.onRequest(log.write)
  return () => {
    stop()
    log.close()
  }
}

/** Writes the world to the file of --save, if given. */
const save = (internet: Internet, path: string | undefined): void => {
  try {
    if (path !== undefined) saveWorld(internet, path)
  } catch (error) {
    throw unwritable(path ?? '', error)
  }
}

const documentOf = (internet: Internet, { url, token }: Control): object => ({
  ...describeInternet(internet),
  control: { url, token },
})

/** A served internet, its control API and the file with the certificates to trust. */
interface Served {
  readonly internet: Internet
  readonly control: Control
  readonly authority: string
}

/**
 * Shows the addresses of the servers and waits for Ctrl-C or a termination signal; returns the exit code. Throws the error that `show` passes
 * on: the lines can't be written.
 */
const untilStopped = async (show: (fail: (error: unknown) => void) => void): Promise<number> => {
  // Listens before the addresses are shown, because a program may read them and then stop the servers at once.
  const interruption = listenToSignals()
  try {
    await new Promise<void>((resolve, reject) => {
      interruption.signal.addEventListener('abort', () => resolve(), { once: true })
      show(reject)
    })
    return interruption.exitCode() ?? exitCodes.ran
  } finally {
    interruption.close()
  }
}

const showLines = async (
  { internet, control, authority }: Served,
  { options, out, err, environment }: Context,
): Promise<number> => {
  const theme = createTheme(environment, 1, 'inline', options.plain !== undefined)
  return untilStopped((fail) => {
    if (options.json !== undefined) {
      out(jsonText(documentOf(internet, control)))
      return
    }
    if (options.quiet === undefined) err(`${listeningLines(internet, control, authority).join('\n')}\n`)
    internet.onRequest((entry) => {
      try {
        out(`${requestLine(entry, theme)}\n`)
      } catch (error) {
        fail(error)
      }
    })
  })
}

/** Shows the requests on a screen until the user closes it. */
const showScreen = async ({ internet, control, authority }: Served, { environment, out }: Context): Promise<number> => {
  const { showInternet } = await import('../screens/screens.tsx')
  const interruption = listenToSignals()
  try {
    await showInternet(createTheme(environment, 1, 'fullscreen'), {
      mark: serveTexts.mark(WORLD_VERSION, internet.seed, internet.document !== undefined),
      internet,
      control,
      authority,
      scenarios,
      copy: (text) => {
        if (environment.clipboard === 'none') return serveTexts.notCopied
        out(clipboardRequest(text))
        return serveTexts.copied
      },
      signal: interruption.signal,
    })
    return interruption.exitCode() ?? exitCodes.ran
  } finally {
    interruption.close()
  }
}

const isInteractive = ({ options, environment }: Context): boolean =>
  environment.isTerminal(0) &&
  environment.isTerminal(1) &&
  !environment.noAnimation &&
  !environment.isScreenReader &&
  options.json === undefined &&
  options.plain === undefined &&
  options.quiet === undefined

const watch = async (internet: Internet, control: Control, context: Context): Promise<number> => {
  const bundle = writeTrustBundle(internet.authority.pem)
  const served = { internet, control, authority: bundle.path }
  try {
    return await (isInteractive(context) ? showScreen(served, context) : showLines(served, context))
  } finally {
    bundle.remove()
  }
}

/** Runs a command in the network of this machine. Environment variables tell the command where the servers are. */
const runOnLoopback = async (
  world: InternetWorld,
  internet: Internet,
  control: Control,
  { words, say, environment }: Context,
): Promise<number> => {
  const [command = '', ...rest] = words
  const { variables, remove } = loopbackEnvironment({ world, internet, control }, environment)
  const child = spawn(command, rest, { stdio: 'inherit', env: variables })
  const interruption = listenToSignals()
  interruption.signal.addEventListener('abort', () => child.kill(), { once: true })
  try {
    return await new Promise<number>((resolve) => {
      child.on('error', (error) => {
        say(serveTexts.commandFailed(command, isSystemError(error, 'ENOENT')))
        resolve(isSystemError(error, 'ENOENT') ? 127 : 126)
      })
      child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    })
  } finally {
    remove()
    interruption.close()
  }
}

const runEnclosed = async (world: InternetWorld, { words, options, environment, say }: Context): Promise<number> => {
  const obstacle = findObstacle()
  if (obstacle !== undefined) throw noNamespace(obstacle)
  // Opens the log file in advance, so that an unwritable file is an error before the command runs.
  if (options.log !== undefined) openLog(options.log).close()
  if (options.save !== undefined) openLog(options.save).close()
  if (options.quiet === undefined) say(serveTexts.mark(WORLD_VERSION, world.seed ?? '', world.world !== undefined))
  const hostPorts = options.hostPort?.map(readHostPort)
  withHostPorts(withMaps(world.world, world.maps), hostPorts)
  if (hostPorts !== undefined) say(serveTexts.holes(hostPorts.map(({ port }) => `127.0.0.1:${port}`)))
  if (options.globalAddresses !== undefined && options.quiet === undefined) say(serveTexts.globalAddresses)
  const [command = '', ...rest] = words
  const run = {
    command,
    arguments: rest,
    world,
    log: options.log,
    save: options.save,
    hostPorts,
    globalAddresses: options.globalAddresses !== undefined,
    latency: options.latency !== undefined,
    quiet: options.quiet !== undefined,
    environment: planVariable(environment),
  }
  let unknown: readonly string[] = []
  const inside = [...environment.nodeOptions, environment.insideProgram()]
  const code = await runInNamespace(run, inside, (names) => (unknown = names))
  return exitWithUnknown(unknown, code, say)
}

/** Lists the names that nobody listed, and returns the exit code of the command, unless it is 0. */
const exitWithUnknown = (names: readonly string[], code: number, say: Context['say']): number => {
  if (names.length === 0) return code
  say(serveTexts.unknownNames(names))
  return code === exitCodes.ran ? exitCodes.finding : code
}

/** Serves the programs in a container's network until the user stops the command. */
const serveNetwork = async (world: InternetWorld, folder: string, context: Context): Promise<number> => {
  const [uid, gid] = context.options.owner?.split(':').map(Number) ?? []
  // Every signal must end the servers in order, also while they start, because they restore the resolver of the container.
  const interruption = listenToSignals()
  const end = (): void => process.exit(128 + constants.signals.SIGHUP)
  process.on('SIGHUP', end)
  let served: ContainerInternet | undefined
  let stopLog: (() => void) | undefined
  try {
    served = await serveContainer(world, folder, { uid, gid })
    stopLog = keepLog(served.internet, context.options.log)
    const code = interruption.exitCode() ?? (await showLines(served, context))
    save(served.internet, context.options.save)
    return exitWithUnknown(served.internet.unknownNames, code, context.say)
  } finally {
    stopLog?.()
    await served?.close()
    process.off('SIGHUP', end)
    interruption.close()
  }
}

/** Serves a world to a command; without a command, to all programs until the user stops it. Returns the exit code. */
export const serveWorld = async (world: InternetWorld, port: number | undefined, context: Context): Promise<number> => {
  const { words, options } = context
  // Checks the options before anything starts.
  const facts = withMaps(world.world, world.maps)
  openWorld({ ...world, world: facts, scenario: scenarioFor(world), at: world.startAt ?? world.at }, Date.now)
  if (words.length > 0 && options.loopback === undefined) return runEnclosed(world, context)
  if (options.container !== undefined) return serveNetwork(world, options.container, context)
  const internet = await start(world, port)
  let control: Control | undefined
  let stopLog: (() => void) | undefined
  try {
    control = await startControl(internet)
    stopLog = keepLog(internet, options.log)
    const code = await (words.length > 0
      ? runOnLoopback(world, internet, control, context)
      : watch(internet, control, context))
    save(internet, options.save)
    return exitWithUnknown(internet.unknownNames, code, context.say)
  } finally {
    stopLog?.()
    await control?.close()
    await internet.close()
  }
}
