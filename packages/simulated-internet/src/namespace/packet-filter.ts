import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { isIPv6 } from 'node:net'
import { createInterface } from 'node:readline'

/** The filter's decision about a connection to a port. */
export type Verdict = 'accept' | 'refuse' | 'drop'

/** The state of a TCP port at an address. */
export interface PortRule {
  readonly address: string
  readonly port: number
  readonly verdict: Verdict
}

/** The lost echo requests to an address: their positions in every ten, from 0 to 9. */
export interface EchoLoss {
  readonly address: string
  readonly lost: readonly number[]
}

/** The packet filter of a network namespace, which uses nftables. */
export interface PacketFilter {
  /** Replaces the rules of ports and echo requests. They are active when the promise resolves. If it rejects, the rules are as before. */
  readonly set: (ports: readonly PortRule[], losses: readonly EchoLoss[]) => Promise<void>
  /** Applies the filter to more address blocks. */
  readonly cover: (networks: readonly string[]) => Promise<void>
  /** Removes all rules. */
  readonly clear: () => void
  /** Calls a function for each connection attempt to a port without a rule. The client tries again after a second. */
  readonly onUnknown: (listener: (address: string, port: number) => void) => void
  readonly close: () => void
}

/** The options of the packet filter. */
export interface PacketFilterOptions {
  /** The address blocks of the world. */
  readonly networks: readonly string[]
  /** The TCP ports of servers. */
  readonly served: readonly number[]
  /** The port to which connections to all other ports are redirected. */
  readonly otherwise: number
}

const TABLE = 'inet netbox'
// The number of echo requests in a run that are dropped by their sequence number. Later requests are lost at the same rate.
const NUMBERED = 1000
// The maximum number of elements in one message to the kernel.
const MOST_ELEMENTS = 2000

/** Returns whether this system has nftables and this process may use it. */
export const hasPacketFilter = (): boolean => spawnSync('nft', ['list', 'tables'], { stdio: 'ignore' }).status === 0

const list = (values: readonly (string | number)[]): string => `{ ${values.join(', ')} }`

const lossChain = (lost: readonly number[]): string => `lost_${lost.join('_')}`

const tableFor = ({ networks, served, otherwise }: PacketFilterOptions): string => {
  const four = list(networks.filter((network) => !network.includes(':')))
  const six = list(networks.filter((network) => network.includes(':')))
  const ports = list(served)
  const chain = (hook: string, rules: readonly string[]) => `{\n type ${hook}\n${rules.join('\n')}\n}`
  const isNew = 'tcp flags & (fin|syn|rst|ack) == syn'
  return `table ${TABLE} {
set networks4 { type ipv4_addr; flags interval; auto-merge; elements = ${four}
}
set networks6 { type ipv6_addr; flags interval; auto-merge; elements = ${six}
}
map ports4 { typeof ip daddr . tcp dport : verdict
}
map ports6 { typeof ip6 daddr . tcp dport : verdict
}
map losses4 { typeof ip daddr : verdict
}
map losses6 { typeof ip6 daddr : verdict
}
chain refuse {
reject with tcp reset
}
chain unknown {
meta nftrace set 1
drop
}
chain untracked ${chain('filter hook output priority -300', [
    // Turns connection tracking off, which is slow, except for redirected ports, which need it.
    'meta l4proto != tcp notrack',
    `tcp dport ${ports} notrack`,
    `tcp sport ${ports} notrack`,
  ])}
chain connections ${chain('filter hook output priority -150', [
    `ip daddr @networks4 ${isNew} ip daddr . tcp dport vmap @ports4`,
    `ip6 daddr @networks6 ${isNew} ip6 daddr . tcp dport vmap @ports6`,
    `ip daddr @networks4 ${isNew} goto unknown`,
    `ip6 daddr @networks6 ${isNew} goto unknown`,
  ])}
chain others ${chain('nat hook output priority -100', [
    `ip daddr @networks4 tcp dport != ${ports} dnat to :${otherwise}`,
    `ip6 daddr @networks6 tcp dport != ${ports} dnat to :${otherwise}`,
  ])}
chain echoes ${chain('filter hook input priority 0', [
    'icmp type echo-request ip daddr vmap @losses4',
    'icmpv6 type echo-request ip6 daddr vmap @losses6',
  ])}
}
`
}

/** Returns the commands for a chain that drops echo requests by their sequence number, such as the first and third of every ten. */
const lossChainText = (lost: readonly number[]): string => {
  const numbers = Array.from({ length: NUMBERED }, (_, index) => index)
    .filter((index) => lost.includes(index % 10))
    .map((index) => index + 1)
  const rules = ['icmp', 'icmpv6'].flatMap((protocol) => [
    `${protocol} sequence ${list(numbers)} drop`,
    // The kernel refuses a comparison that is always true.
    `${protocol} sequence > ${NUMBERED} ${lost.length < 10 ? `numgen inc mod 10 < ${lost.length} ` : ''}drop`,
  ])
  return `add chain ${TABLE} ${lossChain(lost)}\n${rules.map((rule) => `add rule ${TABLE} ${lossChain(lost)} ${rule}\n`).join('')}`
}

const verdictText = (verdict: Verdict): string => (verdict === 'refuse' ? 'goto refuse' : verdict)

const runNft = async (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('nft', ['-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (octets: Buffer) => (complaint += octets.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`nft: ${complaint.trim()}`))
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
  })

/** An element of one of the filter's maps. */
interface Element {
  readonly map: string
  readonly key: string
  readonly verdict: string
}

const elementOf = ({ address, port, verdict }: PortRule): Element => ({
  map: isIPv6(address) ? 'ports6' : 'ports4',
  key: `${address} . ${port}`,
  verdict: verdictText(verdict),
})

const lossElement = ({ address, lost }: EchoLoss): Element => ({
  map: isIPv6(address) ? 'losses6' : 'losses4',
  key: address,
  verdict: lost.length === 0 ? 'accept' : `goto ${lossChain(lost)}`,
})

const MAPS = ['ports4', 'ports6', 'losses4', 'losses6'] as const

/** Returns the commands that add or delete map elements. */
const changesText = (verb: 'add' | 'delete', elements: readonly Element[]): string =>
  MAPS.flatMap((map) => {
    const texts = elements
      .filter((element) => element.map === map)
      .map(({ key, verdict }) => (verb === 'add' ? `${key} : ${verdict}` : key))
    const commands: string[] = []
    for (let at = 0; at < texts.length; at += MOST_ELEMENTS)
      commands.push(`${verb} element ${TABLE} ${map} ${list(texts.slice(at, at + MOST_ELEMENTS))}\n`)
    return commands
  }).join('')

const networksText = (networks: readonly string[]): string =>
  (['networks4', 'networks6'] as const)
    .map((set) => ({ set, found: networks.filter((network) => network.includes(':') === (set === 'networks6')) }))
    .filter(({ found }) => found.length > 0)
    .map(({ set, found }) => `add element ${TABLE} ${set} ${list(found)}\n`)
    .join('')

const UNKNOWN = /(?:ip|ip6) daddr (\S+) .*tcp dport (\d+) /

/** Calls a function for each connection attempt that the kernel reports. */
const watchUnknown = (listener: (address: string, port: number) => void): ChildProcess => {
  const child = spawn('nft', ['-nn', 'monitor', 'trace'], { stdio: ['ignore', 'pipe', 'ignore'] })
  child.on('error', () => undefined)
  createInterface(child.stdout).on('line', (line) => {
    const [, address, port] = / packet: /.test(line) ? (UNKNOWN.exec(line) ?? []) : []
    if (address !== undefined && port !== undefined) listener(address, Number(port))
  })
  return child
}

/** Installs the packet filter. Rejects if the kernel refuses it. */
export const installPacketFilter = async (options: PacketFilterOptions): Promise<PacketFilter> => {
  await runNft(tableFor(options))
  const known = new Map<string, string>()
  const chains = new Set<string>()
  let waiting = ''
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** Runs the waiting commands. Commands that are added meanwhile wait for the next call. */
  const flush = async (): Promise<void> => {
    running = runNft(waiting)
    waiting = ''
    try {
      await running
    } finally {
      running = undefined
    }
  }
  const apply = async (text: string): Promise<void> => {
    waiting += text
    if (running === undefined) return flush()
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined
        return flush()
      })
    return next
  }
  const listeners: ((address: string, port: number) => void)[] = []
  const watcher = watchUnknown((address, port) => {
    for (const listener of listeners) listener(address, port)
  })
  return {
    set: async (ports, losses) => {
      const fresh = losses.filter(({ lost }) => lost.length > 0 && !chains.has(lossChain(lost)))
      const chainTexts = new Map(fresh.map(({ lost }) => [lossChain(lost), lossChainText(lost)]))
      for (const name of chainTexts.keys()) chains.add(name)
      const elements = [...ports.map(elementOf), ...losses.map(lossElement)]
      const changed = elements.filter(({ map, key, verdict }) => known.get(`${map} ${key}`) !== verdict)
      // Equal rules of an earlier call may not be active yet.
      if (changed.length === 0) return next ?? running
      const before = changed.map(({ map, key }) => [`${map} ${key}`, known.get(`${map} ${key}`)] as const)
      const replaced = changed.filter((_, index) => before[index]?.[1] !== undefined)
      for (const { map, key, verdict } of changed) known.set(`${map} ${key}`, verdict)
      try {
        await apply([...chainTexts.values()].join('') + changesText('delete', replaced) + changesText('add', changed))
      } catch (error) {
        // The kernel applies all commands of a call or none.
        for (const name of chainTexts.keys()) chains.delete(name)
        for (const [name, verdict] of before)
          if (verdict === undefined) known.delete(name)
          else known.set(name, verdict)
        throw error
      }
    },
    cover: async (networks) => apply(networksText(networks)),
    clear: () => {
      known.clear()
      waiting += MAPS.map((map) => `flush map ${TABLE} ${map}\n`).join('')
    },
    onUnknown: (listener) => void listeners.push(listener),
    close: () => void watcher.kill(),
  }
}
