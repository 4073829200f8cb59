import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { wrap } from '@netbox/core'
import { findObstacle, JAVA_STORES, SYSTEM_BUNDLES } from '@netbox/simulated-internet/namespace'
import type { Context } from '../commands/context.ts'
import { exitCodes } from '../exit.ts'
import { DEFAULT_DNS_PORT } from '../options.ts'
import { createTheme } from '../output/terminal.ts'
import { jsonText } from '../output/json.ts'
import { apparmorProfile, containerRemedy, doctorTexts, namespaceRemedies } from '../texts/doctor-texts.ts'

/** The result of one check. `blocked` prevents `serve -- COMMAND`; `missing` only a part of the world. */
interface Check {
  readonly name: string
  readonly state: 'works' | 'missing' | 'blocked'
  readonly text: string
  /** Commands that mend it, one per line. */
  readonly remedies?: readonly string[]
}

const works = (name: string, text: string): Check => ({ name, state: 'works', text })
const missing = (name: string, text: string, ...remedies: string[]): Check => ({
  name,
  state: 'missing',
  text,
  remedies,
})

// On Debian, the folders of administration programs are rarely in a user's PATH.
const withAdministration = (command: string): string => `PATH="$PATH:/usr/sbin:/sbin"; ${command}`

/** Returns whether a shell command succeeds in a network namespace of its own. */
const succeedsInside = (command: string): boolean => {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  return (
    spawnSync('unshare', [...user, '--net', 'sh', '-c', withAdministration(command)], { stdio: 'ignore' }).status === 0
  )
}

const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', withAdministration(`command -v ${name}`)]).status === 0

const kernelSetting = (name: string): string | undefined => {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return undefined
  }
}

const checkNamespaces = (): Check => {
  const obstacle = findObstacle()
  if (obstacle === undefined) return works('Namespaces', doctorTexts.namespaces)
  const cause = namespaceRemedies.find(({ setting, forbids }) => kernelSetting(setting) === forbids)
  const isFiltered = process.platform === 'linux' && hasProgram('unshare')
  const remedies = cause?.remedies ?? (isFiltered ? [containerRemedy] : [])
  return { name: 'Namespaces', state: 'blocked', text: obstacle, remedies }
}

const checkTrust = (): Check[] => {
  const bundle = SYSTEM_BUNDLES.find((path) => existsSync(path))
  const store = JAVA_STORES.find((path) => existsSync(path))
  const trust =
    bundle === undefined
      ? missing('Trust', doctorTexts.noBundle, 'sudo apt-get install ca-certificates')
      : works('Trust', doctorTexts.bundle(bundle))
  if (!hasProgram('java')) return [trust]
  return [
    trust,
    store === undefined
      ? missing('Java', doctorTexts.noJava, 'sudo apt-get install ca-certificates-java')
      : works('Java', doctorTexts.java(store)),
  ]
}

const checkNetwork = (): Check[] => [
  succeedsInside('nft add table inet netbox')
    ? works('Packet filter', doctorTexts.filter)
    : missing('Packet filter', doctorTexts.noFilter, 'sudo apt-get install nftables'),
  succeedsInside('ip link add netbox0 type veth peer name netbox1')
    ? works('Network', doctorTexts.pairs)
    : missing('Network', doctorTexts.noPairs, 'sudo modprobe veth'),
  succeedsInside('tc qdisc add dev lo root netem delay 1ms')
    ? works('Latency', doctorTexts.delays)
    : missing('Latency', doctorTexts.noDelays, 'sudo modprobe sch_netem'),
]

// A world needs a few files; a log and programs of the user need more.
const LEAST_SPACE = 50_000_000

const checkSpace = (): Check => {
  const folder = tmpdir()
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const size = free >= 1e9 ? `${(free / 1e9).toFixed(1)} GB` : `${Math.floor(free / 1e6)} MB`
    if (free >= LEAST_SPACE) return works('Space', doctorTexts.space(folder, size))
  } catch {
    // The folder is missing or not ours.
  }
  return { name: 'Space', state: 'blocked', text: doctorTexts.noSpace(folder) }
}

const checkPort = async (): Promise<Check> => {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.on('error', () => resolve(false))
    server.listen(DEFAULT_DNS_PORT, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return isFree
    ? works('Ports', doctorTexts.port(DEFAULT_DNS_PORT))
    : missing('Ports', doctorTexts.portTaken(DEFAULT_DNS_PORT), 'netbox serve --loopback --dns-port 30053')
}

const FETCH = "fetch('https://www.shop.example/').then((answer) => process.exit(answer.status === 200 ? 0 : 1))"

/** Runs a program inside a world, as a user would, and asks a web server of the world. */
const checkProof = (launcher: string, nodeOptions: readonly string[]): Check => {
  const start = performance.now()
  const serve = [...nodeOptions, launcher, 'serve', '--quiet', '--seed', 'k3f9', '--scenario', 'healthy', '--']
  const { status, stderr } = spawnSync(process.execPath, [...serve, process.execPath, '-e', FETCH], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status === 0) return works('Proof', doctorTexts.proof(((performance.now() - start) / 1000).toFixed(1)))
  return { name: 'Proof', state: 'blocked', text: doctorTexts.noProof(stderr.trim().split('\n', 1)[0] ?? '') }
}

const examine = async (launcher: string, nodeOptions: readonly string[]): Promise<readonly Check[]> => {
  const namespaces = checkNamespaces()
  const isBlocked = namespaces.state === 'blocked'
  return [
    works('Node', doctorTexts.node(process.versions.node)),
    namespaces,
    ...(isBlocked ? [] : checkNetwork()),
    ...(process.platform === 'linux' ? checkTrust() : []),
    checkSpace(),
    await checkPort(),
    isBlocked ? works('Without it', doctorTexts.loopback) : checkProof(launcher, nodeOptions),
  ]
}

const WIDTH = 80

const severities = { works: 'pass', missing: 'warning', blocked: 'critical' } as const

const describe = (checks: readonly Check[], { environment, options }: Context): string => {
  const { glyphs, paint } = createTheme(environment, 1, 'inline', options.plain !== undefined)
  const count = checks.filter(({ state }) => state === 'missing').length
  const isBlocked = checks.some(({ state }) => state === 'blocked')
  const verdict = [
    isBlocked ? doctorTexts.blocked : doctorTexts.works,
    ...(count === 0 ? [] : [doctorTexts.missing(count)]),
  ].join(' ')
  const indent = ' '.repeat(17)
  const lines = checks.flatMap(({ name, state, text, remedies = [] }) => {
    const severity = severities[state]
    const [first = '', ...more] = wrap(text, WIDTH - indent.length)
    return [
      `${paint(severity, glyphs.severity[severity])} ${name.padEnd(15)}${first}`,
      ...more.map((line) => `${indent}${line}`),
      ...remedies.map((remedy) => `${indent}${paint('strong', remedy)}`),
    ]
  })
  return [paint('strong', verdict), '', ...lines, ''].join('\n')
}

/** Checks what works on this machine and prints it. Returns 0 if `serve -- COMMAND` works, else 1. */
export const examineMachine = async (context: Context): Promise<number> => {
  const { environment, options, out } = context
  const launcher = realpathSync(environment.launcher)
  if (options.apparmorProfile !== undefined) {
    out(apparmorProfile(realpathSync(process.execPath), launcher))
    return exitCodes.ran
  }
  const checks = await examine(launcher, environment.nodeOptions)
  const isReady = checks.every(({ state }) => state !== 'blocked')
  out(options.json === undefined ? describe(checks, context) : jsonText({ ready: isReady, checks }))
  return isReady ? exitCodes.ran : exitCodes.failed
}
