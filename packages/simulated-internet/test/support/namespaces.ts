import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WorldDocument, WorldKeys } from '@netbox/core'
import { afterAll } from 'vitest'
import { findObstacle, type HostPort } from '../../src/namespace/index.ts'

/* Runs commands in network namespaces with the built package, because the program inside them is a separate file. */

/** The reason why this machine can't run them; undefined if it can. A test run that requires namespaces fails. */
export const obstacle = findObstacle()
if (obstacle !== undefined) {
  const message = `Commands in a network namespace were NOT tested. ${obstacle}`
  if (process.env['NETBOX_REQUIRE_NAMESPACES'] === '1') throw new Error(message)
  console.warn(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

export const isRoot = process.getuid?.() === 0

/** The program that runs a command in a namespace. */
export const program = fileURLToPath(new URL('run-in-namespace.ts', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly output: string
}

interface StartOptions {
  readonly scenario?: string
  readonly world?: WorldDocument
  readonly keys?: WorldKeys
  readonly hostPorts?: readonly HostPort[]
  readonly globalAddresses?: boolean
  readonly asNobody?: boolean
  /** A folder of unpacked packages, which the command finds below `/usr`, with an empty `/run`. Only root can do this. */
  readonly unpacked?: string
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>
  /** Starts the command in a process group of its own, so that a test can signal all its processes, as a terminal does. */
  readonly ownGroup?: boolean
  /** Whether the test writes to the command's standard input, which is empty otherwise. */
  readonly isFed?: boolean
}

/** Starts a command in a namespace, optionally as the user `nobody`. */
export const start = (
  command: readonly string[],
  {
    scenario = 'healthy',
    world,
    keys,
    hostPorts,
    globalAddresses,
    asNobody = false,
    unpacked,
    variables = {},
    ownGroup = false,
    isFed = false,
  }: StartOptions = {},
) => {
  const call = [
    process.execPath,
    program,
    JSON.stringify({ seed: 'k3f9', scenario, world, keys, hostPorts, globalAddresses }),
    ...command,
  ]
  const mounts = `mount -t overlay overlay -o lowerdir=${unpacked}/usr:/usr /usr && mount -t tmpfs tmpfs /run && exec "$@"`
  const prefix = [
    ...(asNobody ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []),
    ...(unpacked === undefined ? [] : ['unshare', '--mount', 'sh', '-c', mounts, 'sh']),
  ]
  const [first = '', ...rest] = [...prefix, ...call]
  const child = spawn(first, rest, {
    stdio: 'pipe',
    env: { ...process.env, ...variables },
    detached: ownGroup,
  })
  if (!isFed) child.stdin.end()
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (output += String(data)))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  return { child, ended, said: () => output }
}

export const run = async (command: readonly string[], options: StartOptions = {}): Promise<Ended> =>
  start(command, options).ended

export const shell = async (script: string, options: StartOptions = {}): Promise<Ended> =>
  run(['sh', '-c', script], options)

/** Returns the command of a script that changes the scenario of its namespace. */
export const changeTo = (scenario: string): string =>
  `curl -sSf -o /dev/null -X PUT -d '{"scenario":"${scenario}"}' -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/scenario`

/** The end of a script's output. No program of a test prints it. */
const END = '\u001E'

const openNamespace = (options: StartOptions) => {
  const { child, ended, said } = start(['sh'], { ...options, isFed: true })
  const { stdin, stdout } = child
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  let count = 0
  return {
    shell: async (script: string): Promise<string> => {
      const index = count++
      stdin.write(`sh -c '${script.replaceAll("'", String.raw`'\''`)}' < /dev/null 2>&1; printf '\\036'\n`)
      while (said().split(END).length <= index + 1 && isRunning()) await Promise.race([once(stdout, 'data'), ended])
      return said().split(END)[index] ?? ''
    },
    close: async (): Promise<void> => {
      stdin.end()
      await ended
    },
  }
}

/**
 * Returns a function that runs a script and returns its output, for scripts of a suite that share one namespace, because each start takes
 * more than a second. A script leaves no program running, and its output doesn't depend on the scripts before it.
 */
export const shareNamespace = (options: StartOptions = {}) => {
  let opened: ReturnType<typeof openNamespace> | undefined
  afterAll(async () => opened?.close())
  return async (script: string): Promise<string> => (opened ??= openNamespace(options)).shell(script)
}
