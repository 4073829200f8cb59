import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { constants as system } from 'node:os'
import { delimiter, join } from 'node:path'
import { startControl } from '../control/start-control.ts'
import { namespaceAddressing } from '../internet/addressing.ts'
import { globalAddressing } from '../internet/global-addresses.ts'
import { type Comparison, meetingOf } from '../internet/comparison.ts'
import { type LogFile, openLogFile } from '../internet/log-file.ts'
import { startInternetWith } from '../start-internet.ts'
import { isHoleMessage, passToMachine } from './host-ports.ts'
import { keepEnd, limitCommand } from './limit-command.ts'
import { saveWorld, writeWorldVariables } from './world-variables.ts'
import type { CommandEnd, CommandUser, FromInside, NamespaceCommand, ToInside } from './namespace-command.ts'
import { writeTrustBundle } from '../tls/trust-bundle.ts'
import { runNft } from './nft-queue.ts'
import { hasPacketFilter } from './packet-filter.ts'
import { makeCertificateFolder } from './own-servers.ts'
import { createProgramNetwork, type HeldNetwork } from './program-network.ts'
import { addOwnAddresses, bindFiles, bindTrust, SERVERS_ADDRESS, setUpAddresses } from './set-up-network.ts'

/** The exit codes of a shell for a missing command and for a file that can't be executed. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

// The capabilities with which a superuser could leave or change the namespaces.
const DROPPED = ['sys_admin', 'net_admin', 'sys_ptrace', 'sys_module', 'sys_rawio', 'sys_boot', 'mknod']

const tell = async (message: FromInside): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve())
  })

/** Returns 0 if a file can be executed, else the exit code that a shell would return. */
const executableCode = (path: string): number => {
  try {
    if (statSync(path).isDirectory()) return NOT_EXECUTABLE
    accessSync(path, constants.X_OK)
    return 0
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? NOT_EXECUTABLE : NOT_FOUND
  }
}

const codeOfCommand = (command: string, path: string): number => {
  if (command.includes('/')) return executableCode(command)
  const codes = path.split(delimiter).map((folder) => executableCode(join(folder, command)))
  return codes.find((code) => code === 0) ?? codes.find((code) => code === NOT_EXECUTABLE) ?? NOT_FOUND
}

/** Returns the program and arguments that run a command as its user, without the capabilities to change the network. */
const asUser = ({ command, arguments: given }: NamespaceCommand, { uid, gid, isPrivileged }: CommandUser): string[] => {
  if (!isPrivileged) return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', command, ...given]
  const bounds = `--bounding-set=${DROPPED.map((name) => `-${name}`).join()}`
  const user = uid === 0 ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups']
  return ['setpriv', ...user, '--inh-caps=-all', bounds, '--', command, ...given]
}

/** Writes to stderr. An unwritable stderr is ignored, because the command matters more. */
const writeError = (text: string): void => {
  try {
    writeSync(2, text)
  } catch {
    // There is no other place for the message.
  }
}

const codeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : system.signals[signal])

/** How a command is started. */
interface Starting {
  /** The command line that runs a program in the network of the programs. */
  readonly enter: readonly string[]
  /** Whether this process keeps the output of the command, which has no input then. */
  readonly stays: boolean
  readonly keep: (child: ChildProcess) => void
}

// Writes the output and the errors of a command in one order.
const IN_ONE_STREAM = ['sh', '-c', 'exec "$@" 2>&1', 'sh'] as const

const runCommand = async (
  run: NamespaceCommand,
  user: CommandUser,
  { enter, stays, keep }: Starting,
): Promise<Pick<CommandEnd, 'code' | 'time' | 'isOverdue' | 'output'>> => {
  const environment = { ...process.env, ...run.environment }
  const missing = codeOfCommand(run.command, environment['PATH'] ?? '')
  if (missing !== 0) {
    const complaint =
      missing === NOT_FOUND
        ? `There is no command '${run.command}'.\n`
        : `'${run.command}' can't be run: it is not an executable file.\n`
    if (!stays) writeError(complaint)
    return { code: missing, time: 0, isOverdue: false, output: stays ? complaint : '' }
  }
  const [program = '', ...given] = [...enter, ...(stays ? IN_ONE_STREAM : []), ...asUser(run, user)]
  const since = performance.now()
  const stdio: StdioOptions = stays ? ['ignore', 'pipe', 'ignore'] : 'inherit'
  const child = spawn(program, given, { stdio, env: environment, detached: run.limit !== undefined })
  const limit = run.limit === undefined ? undefined : limitCommand(child, run.limit)
  keep(child)
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (ended, signal) => resolve(codeOf(ended, signal)))
  })
  limit?.close()
  const time = Math.round(performance.now() - since)
  return { code, time, isOverdue: limit?.isOverdue() === true, output: '' }
}

const NO_VETH =
  'This kernel has no virtual Ethernet devices (veth) or allows no second network namespace, so the command has the network of the servers: its loopback address has their ports, and there are no routes.'
const NO_FILTER =
  "The program 'nft' (package nftables) is missing, or the kernel lacks a part of nftables, so silent ports accept connections, closed ones end them, no packet is lost, and there are no routes."

const NO_TRANSLATION =
  "This kernel can't translate addresses (nftables, and a network namespace of its own for the command), which --global-addresses needs."

const NO_DELAYS =
  "This kernel can't delay packets (netem, and the program 'tc' of the package iproute2), so answers arrive at once."

/** Creates the network of the command. Without one, the command runs in the network of the servers. */
const createNetwork = async (
  { isPrivileged }: CommandUser,
  wantsDelays: boolean,
  warn: (sentence: string) => void,
): Promise<HeldNetwork | undefined> => {
  setUpAddresses()
  const network = await createProgramNetwork(isPrivileged, wantsDelays)
  if (network === undefined) {
    warn(NO_VETH)
    addOwnAddresses(isPrivileged)
  }
  const hasFilter = hasPacketFilter()
  if (!hasFilter) warn(NO_FILTER)
  if (wantsDelays && !(network?.isDelayed === true && hasFilter)) warn(NO_DELAYS)
  bindFiles()
  return network
}

/** Ends every process of this PID namespace but this one, which is the first, and one other. */
const endProcesses = async (kept: number | undefined): Promise<void> => {
  const isAlive = (pid: number): boolean => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  const others = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && pid !== kept && isAlive(pid))
  for (let left = others(); left.length > 0; left = others()) {
    for (const pid of left)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    await new Promise(setImmediate)
  }
}

/** Writes the world at the end. Throws an error that names the file: the disk may be full by then. */
const saveOrFail = (internet: Parameters<typeof saveWorld>[0], path: string): void => {
  try {
    saveWorld(internet, path)
  } catch (error) {
    throw new Error(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Makes the folder for the command's temporary files. */
const makeTemporaryFolder = (folder: string, { isPrivileged, uid, gid }: CommandUser): string => {
  const path = join(folder, 'tmp')
  mkdirSync(path, { mode: 0o700 })
  if (isPrivileged) chownSync(path, uid, gid)
  return path
}

type Start = Extract<ToInside, { kind: 'start' }>

const serve = async (
  { run, user, folder, stays }: Start,
  network: HeldNetwork | undefined,
  keep: (child: ChildProcess) => void,
): Promise<CommandEnd> => {
  const certificates = join(folder, 'certificates')
  makeCertificateFolder(certificates, user.isPrivileged ? user.uid : 0, user.isPrivileged ? user.gid : 0)
  const programs = network === undefined ? undefined : { ...network, certificates }
  if (run.globalAddresses === true && network?.translate() !== true) throw new Error(NO_TRANSLATION)
  const addressing = run.globalAddresses === true ? globalAddressing : namespaceAddressing
  const holes = run.hostPorts === undefined ? undefined : passToMachine(run.hostPorts)
  let comparison: Comparison | undefined
  const onComparison = run.compare === undefined ? undefined : (created: Comparison) => void (comparison = created)
  const internet = await startInternetWith(run.world, addressing, { programs, holes, onComparison })
  const log: LogFile | undefined = run.log === undefined ? undefined : openLogFile(run.log)
  if (log !== undefined) internet.onRequest(log.write)
  const control =
    run.hidesWorld === true
      ? undefined
      : await startControl(internet, {
          ...(programs === undefined ? {} : { host: SERVERS_ADDRESS }),
          // Most answers of the control API depend on the world without a question to a server.
          onRequest: (path) => {
            if (!path.startsWith('/messages')) comparison?.giveUp()
          },
        })
  const bundle = writeTrustBundle(internet.authority.pem, folder)
  const unbindTrust = bindTrust(internet, bundle)
  const environment = {
    ...run.environment,
    ...(run.compare === undefined ? {} : { TMPDIR: makeTemporaryFolder(folder, user) }),
    ...bundle.variables,
    ...(control === undefined
      ? {}
      : {
          ...writeWorldVariables(internet, run.world, folder),
          ...control.variables,
          NETBOX_CERTS: certificates,
        }),
  }
  try {
    const end = await runCommand({ ...run, environment }, user, { enter: programs?.enter ?? [], stays, keep })
    const met = comparison && (await meetingOf(comparison, run.compare ?? []))
    return { kind: 'ended', ...end, unknownNames: internet.unknownNames, met }
  } finally {
    if (stays) unbindTrust()
    bundle.remove()
    if (run.save !== undefined) saveOrFail(internet, run.save)
    log?.close()
    await control?.close()
    await internet.close()
  }
}

const isToInside = (message: unknown): message is ToInside =>
  typeof message === 'object' && message !== null && 'kind' in message && !isHoleMessage(message)

/**
 * Serves internets within new namespaces and runs the commands that the outer process sends, one after the other. This process is the first
 * one in the PID namespace: when it ends, the kernel ends all others.
 */
export const runInside = (): void => {
  let child: ChildProcess | undefined
  let folder: string | undefined
  let network: Promise<HeldNetwork | undefined> | undefined
  // Ignores these signals, which the command gets too: this process must wait until the command ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined)
  // If the outer process ends, nothing waits for the command, so this process ends too.
  process.on('disconnect', () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  const start = async (message: Start): Promise<void> => {
    const { run, user, stays } = message
    network ??= createNetwork(user, run.latency === true, (sentence) => {
      if (run.quiet !== true) writeError(`${sentence}\n`)
    })
    const held = await network
    let output: (() => Promise<string>) | undefined
    const ended = await serve(message, held, (started) => {
      child = started
      if (started.stdout !== null) output = keepEnd(started.stdout)
    })
    if (!stays) {
      await tell(ended)
      process.exit(ended.code)
    }
    await endProcesses(held?.holder)
    if (hasPacketFilter()) await runNft('flush ruleset\n')
    await tell(output === undefined ? ended : { ...ended, output: await output() })
  }
  process.on('message', (message) => {
    if (!isToInside(message)) return
    if (message.kind === 'signal') {
      if (child === undefined) process.exit(codeOf(null, message.signal))
      child.kill(message.signal)
      return
    }
    folder = message.folder
    start(message).catch(async (error: unknown) => {
      await tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
      process.exit(1)
    })
  })
}
