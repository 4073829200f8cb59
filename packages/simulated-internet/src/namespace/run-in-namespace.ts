import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isatty } from 'node:tty'
import { isHoleMessage, serveHoles } from './host-ports.ts'
import { makeFolder } from '../tls/trust-bundle.ts'
import type { CommandEnd, CommandUser, FromInside, NamespaceCommand, ToInside } from './namespace-command.ts'

const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'] as const
const OWN_USER = ['--user', '--map-root-user'] as const

/** Returns the user for the command: the user who started this process, even if with `sudo`. */
const commandUser = ({ SUDO_UID, SUDO_GID }: NodeJS.ProcessEnv): CommandUser => {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()]
  if (uid !== 0) return { uid, gid, isPrivileged: false }
  const isSudo = /^\d+$/.test(SUDO_UID ?? '') && /^\d+$/.test(SUDO_GID ?? '')
  return isSudo
    ? { uid: Number(SUDO_UID), gid: Number(SUDO_GID), isPrivileged: true }
    : { uid, gid, isPrivileged: true }
}

const flagsFor = ({ isPrivileged }: CommandUser): string[] => [...(isPrivileged ? [] : OWN_USER), ...NAMESPACES]

// Limits V8's space for new objects. Answers are short-lived, so a larger space uses more memory without a gain in speed.
const NODE_OPTIONS = ['--max-semi-space-size=16'] as const

const PROGRAMS: readonly (readonly [string, string])[] = [
  ['unshare', 'util-linux'],
  ['ip', 'iproute2'],
  ['mount', 'mount'],
]

// On Debian and some other systems, the folders of administration programs are rarely in a user's PATH.
const withAdministration = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...variables,
  PATH: `${variables['PATH'] ?? ''}:/usr/sbin:/sbin`,
})

/**
 * Returns the reason why this machine can't run a command in a namespace, in one sentence with advice; undefined if it can.
 *
 * @example
 * findObstacle('darwin')?.includes('--loopback') // => true
 */
export const findObstacle = (platform = process.platform): string | undefined => {
  if (platform !== 'linux')
    return 'A command in its own network needs Linux. Here, use --loopback, which serves on ports of 127.0.0.1, or the container image.'
  const env = withAdministration(process.env)
  const missing = PROGRAMS.find(([program]) => spawnSync(program, ['--version'], { env }).error !== undefined)
  if (missing !== undefined)
    return `The program '${missing[0]}' is missing: install the package ${missing[1]}, or use --loopback.`
  if (!existsSync('/proc/sys/net/ipv6'))
    return 'This kernel has no IPv6, which a command in its own network needs: switch it on, or use --loopback.'
  const { status } = spawnSync('unshare', [...flagsFor(commandUser(process.env)), 'true'], { env, stdio: 'ignore' })
  if (status === 0) return undefined
  return 'This system does not let users create network namespaces: use sudo, the container image with --cap-add NET_ADMIN --cap-add SYS_ADMIN, or --loopback.'
}

const FORWARDED = [
  'SIGTERM',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
  'SIGINT',
  'SIGQUIT',
  'SIGALRM',
  'SIGCONT',
  'SIGURG',
  'SIGVTALRM',
  'SIGIO',
  'SIGPWR',
] as const
// Runs unshare so that these signals don't end it: the servers must live as long as the command. Node resets them for its children.
const IGNORING = `trap '' ${FORWARDED.map((signal) => signal.slice(3)).join(' ')}; exec "$@"`
// Gives the servers the standard error of the caller, which unshare itself doesn't get: it reports a killed server in words of its own.
const WITH_ERRORS = 'exec "$@" 2>&4 4>&-'
// A terminal sends these signals to all foreground processes, so they don't need to be forwarded.
const OF_TERMINAL: ReadonlySet<NodeJS.Signals> = new Set<NodeJS.Signals>(['SIGINT', 'SIGQUIT'])

/** Forwards the signals of this process to the command. Returns a function that stops the forwarding. */
const forwardSignals = (child: ChildProcess): (() => void) => {
  const isTerminal = isatty(0)
  const handlers = FORWARDED.map((signal) => {
    const handler = (): void => {
      if (isTerminal && OF_TERMINAL.has(signal)) return
      const message: ToInside = { kind: 'signal', signal }
      if (child.connected) child.send(message)
    }
    process.on(signal, handler)
    return () => void process.off(signal, handler)
  })
  return () => {
    for (const stop of handlers) stop()
  }
}

const isFromInside = (message: unknown): message is FromInside =>
  typeof message === 'object' && message !== null && 'kind' in message && !isHoleMessage(message)

/** Returns the variables of the processes in the namespaces. The command can read the servers' variables in /proc. */
const variablesFor = ({ hidesWorld }: Pick<NamespaceCommand, 'hidesWorld'>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => hidesWorld !== true || !name.startsWith('NETBOX_')))

// Not at load time: a bundle has no URL.
const insideProgram = (): string[] => [fileURLToPath(new URL('inside.js', import.meta.url))]

/** Starts the process that serves worlds within new namespaces, and the commands there. */
const launch = (inside: readonly string[], stdio: StdioOptions, variables: NodeJS.ProcessEnv): ChildProcess => {
  const flags = flagsFor(commandUser(process.env))
  const servers = ['unshare', ...flags, 'sh', '-c', WITH_ERRORS, 'sh', process.execPath, ...NODE_OPTIONS, ...inside]
  return spawn('sh', ['-c', IGNORING, 'sh', ...servers], {
    stdio,
    env: withAdministration(variables),
    // A process group of its own gets no signal of the terminal.
    detached: stdio[0] === 'ignore',
  })
}

/** Sends a command to the process in the namespaces. Resolves when the command has ended. */
const runIn = async (child: ChildProcess, run: NamespaceCommand, stays: boolean): Promise<CommandEnd> => {
  const folder = makeFolder()
  const isOver = new AbortController()
  let last: FromInside | undefined
  const keep = (message: unknown): void => {
    if (!isFromInside(message)) return
    last = message
    if (stays) isOver.abort()
  }
  const end = (): void => isOver.abort()
  try {
    child.on('message', keep).on('close', end)
    const start: ToInside = { kind: 'start', run, user: commandUser(process.env), folder, stays }
    child.send(start)
    if (!isOver.signal.aborted) await once(isOver.signal, 'abort')
    if (last?.kind === 'ended') return last
    throw new Error(last?.message ?? 'The simulated internet ended unexpectedly, and the command with it.')
  } finally {
    child.off('message', keep).off('close', end)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a command in a network namespace whose only internet is the world. Returns the command's exit code, or 128 + n if signal n ended it.
 * Forwards signals. Processes that the command leaves behind end when the command ends. This needs Linux; `findObstacle` must return
 * undefined. `inside` is the program that runs within the namespaces, by default the program of this package, with options of Node before it.
 * `onUnknownNames` gets the names that the command asked for and that nobody listed, if the world document is strict.
 */
export const runInNamespace = async (
  run: NamespaceCommand,
  inside: readonly string[] = insideProgram(),
  onUnknownNames: (names: readonly string[]) => void = () => undefined,
): Promise<number> => {
  const child = launch(inside, ['inherit', 'inherit', 'ignore', 'ipc', 2], variablesFor(run))
  const stop = forwardSignals(child)
  serveHoles(child, run.hostPorts ?? [])
  try {
    const { code, unknownNames } = await runIn(child, run, false)
    onUnknownNames(unknownNames)
    return code
  } finally {
    stop()
  }
}

/** Namespaces in which commands run, one after the other. */
export interface CommandNamespace {
  /**
   * Runs a command like `runInNamespace`, without the caller's input and terminal, in an internet of its own. No process outlives its run.
   * Rejects if the internet can't start; no command can follow then.
   */
  readonly run: (run: NamespaceCommand) => Promise<CommandEnd>
  /** Ends the namespaces with every process in them. */
  readonly close: () => void
}

/** Opens namespaces for several commands, which start faster there: the servers' program and the network are kept. */
export const openNamespace = (inside: readonly string[] = insideProgram()): CommandNamespace => {
  const child = launch(inside, ['ignore', 'ignore', 'ignore', 'ipc', 2], process.env)
  return { run: async (run) => runIn(child, run, true), close: () => void child.kill('SIGKILL') }
}
