import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, rmSync, statSync, writeSync } from 'node:fs'
import { constants as system } from 'node:os'
import { delimiter, join } from 'node:path'
import { startControl } from '../control/start-control.ts'
import { namespaceAddressing } from '../internet/addressing.ts'
import type { ProgramNetwork } from '../internet/internet-server.ts'
import { type LogFile, openLogFile } from '../internet/log-file.ts'
import { startInternetWith } from '../start-internet.ts'
import { isHoleMessage, passToMachine } from './host-ports.ts'
import { writeWorldVariables } from './world-variables.ts'
import type { CommandUser, FromInside, NamespaceCommand, ToInside } from './namespace-command.ts'
import { writeTrustBundle } from '../tls/trust-bundle.ts'
import { hasPacketFilter } from './packet-filter.ts'
import { makeCertificateFolder } from './own-servers.ts'
import { createProgramNetwork } from './program-network.ts'
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

const runCommand = async (
  run: NamespaceCommand,
  user: CommandUser,
  enter: readonly string[],
  keep: (child: ChildProcess) => void,
): Promise<number> => {
  const environment = { ...process.env, ...run.environment }
  const missing = codeOfCommand(run.command, environment['PATH'] ?? '')
  if (missing !== 0) {
    writeError(
      missing === NOT_FOUND
        ? `There is no command '${run.command}'.\n`
        : `'${run.command}' can't be run: it is not an executable file.\n`,
    )
    return missing
  }
  const [program = '', ...given] = [...enter, ...asUser(run, user)]
  const child = spawn(program, given, { stdio: 'inherit', env: environment })
  keep(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(codeOf(code, signal)))
  })
}

const NO_VETH =
  'This kernel has no virtual Ethernet devices (veth) or allows no second network namespace, so the command has the network of the servers: its loopback address has their ports, and there are no routes.'
const NO_FILTER =
  "The program 'nft' (package nftables) is missing, or the kernel lacks a part of nftables, so silent ports accept connections, closed ones end them, no packet is lost, and there are no routes."

const NO_DELAYS =
  "This kernel can't delay packets (netem, and the program 'tc' of the package iproute2), so answers arrive at once."

/** Creates the network of the command. Without one, the command runs in the network of the servers. */
const createNetwork = async (
  { isPrivileged, uid, gid }: CommandUser,
  certificates: string,
  wantsDelays: boolean,
  warn: (sentence: string) => void,
): Promise<ProgramNetwork | undefined> => {
  setUpAddresses()
  makeCertificateFolder(certificates, isPrivileged ? uid : 0, isPrivileged ? gid : 0)
  const network = await createProgramNetwork(isPrivileged, certificates, wantsDelays)
  if (network === undefined) {
    warn(NO_VETH)
    addOwnAddresses(isPrivileged)
  }
  const hasFilter = hasPacketFilter()
  if (!hasFilter) warn(NO_FILTER)
  if (wantsDelays && !(network?.isDelayed === true && hasFilter)) warn(NO_DELAYS)
  return network
}

const serve = async (
  { run, user, folder }: Extract<ToInside, { kind: 'start' }>,
  keep: (child: ChildProcess) => void,
): Promise<Extract<FromInside, { kind: 'ended' }>> => {
  const certificates = join(folder, 'certificates')
  const programs = await createNetwork(user, certificates, run.latency === true, (sentence) => {
    if (run.quiet !== true) writeError(`${sentence}\n`)
  })
  bindFiles()
  const holes = run.hostPorts === undefined ? undefined : passToMachine(run.hostPorts)
  const internet = await startInternetWith(run.world, namespaceAddressing, programs, holes)
  const log: LogFile | undefined = run.log === undefined ? undefined : openLogFile(run.log)
  if (log !== undefined) internet.onRequest(log.write)
  const control =
    run.hidesWorld === true
      ? undefined
      : await startControl(internet, programs === undefined ? {} : { host: SERVERS_ADDRESS })
  const bundle = writeTrustBundle(internet.authority.pem, folder)
  bindTrust(internet, bundle)
  const environment = {
    ...run.environment,
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
    const code = await runCommand({ ...run, environment }, user, programs?.enter ?? [], keep)
    return { kind: 'ended', code, unknownNames: internet.unknownNames }
  } finally {
    bundle.remove()
    log?.close()
    await control?.close()
    await internet.close()
    programs?.close()
  }
}

const isToInside = (message: unknown): message is ToInside =>
  typeof message === 'object' && message !== null && 'kind' in message && !isHoleMessage(message)

/**
 * Serves the internet within new namespaces and runs the command that the outer process sends. This process is the first one in the PID
 * namespace: when it ends, the kernel ends all others.
 */
export const runInside = (): void => {
  let child: ChildProcess | undefined
  let folder: string | undefined
  // Ignores these signals, which the command gets too: this process must wait until the command ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined)
  // If the outer process ends, nothing waits for the command, so this process ends too.
  process.on('disconnect', () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
  process.on('message', (message) => {
    if (!isToInside(message)) return
    if (message.kind === 'signal') {
      if (child === undefined) process.exit(codeOf(null, message.signal))
      child.kill(message.signal)
      return
    }
    folder = message.folder
    serve(message, (started) => (child = started)).then(
      async (ended) => {
        await tell(ended)
        process.exit(ended.code)
      },
      async (error: unknown) => {
        await tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
        process.exit(1)
      },
    )
  })
}
