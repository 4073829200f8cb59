import { isIPv6 } from 'node:net'
import { EXPIRING } from './program-network.ts'
import { SERVERS_ADDRESS } from './set-up-network.ts'

/** The options of the packet filter. */
export interface PacketFilterOptions {
  /** The address blocks of the world. */
  readonly networks: readonly string[]
  /** The TCP ports of servers. */
  readonly served: readonly number[]
  /** The port to which connections to all other ports are redirected. */
  readonly otherwise: number
  /** The device by which the packets of programs arrive; undefined if programs are in this namespace. */
  readonly device: string | undefined
  /** Whether the device delays packets. */
  readonly isDelayed: boolean
}

/** The name of the table of the packet filter. */
export const TABLE = 'inet netbox'
/** The largest number of routers on a path. Packets with a longer time to live reach every host. */
export const MOST_ROUTERS = 30

// The number of connection attempts without a server, and of echo requests, that the kernel reports in a second.
const MOST_REPORTS = 50

/** Formats a set of nftables. */
export const list = (values: readonly (string | number)[]): string => `{ ${values.join(', ')} }`

const baseChain = (name: string, hook: string, rules: readonly string[]): string =>
  `chain ${name} {\n type ${hook}\n${rules.join('\n')}\n}\n`

/** Returns the chains that let packets expire on their way: `path_4` packets with a time to live of at most 4. */
const pathChains = (): string => {
  const marks = list(Array.from({ length: MOST_ROUTERS }, (_, index) => `${index + 1} : ${EXPIRING.mark + index + 1}`))
  const chains = Array.from(
    { length: MOST_ROUTERS + 1 },
    (_, count) => `chain path_${count} {\nip ttl <= ${count} goto expire4\nip6 hoplimit <= ${count} goto expire6\n}\n`,
  )
  return `chain expire4 {
meta mark set ip ttl map ${marks} ip ttl set 1
}
chain expire6 {
meta mark set ip6 hoplimit map ${marks} ip6 hoplimit set 1
}
${chains.join('')}`
}

// The time to live with which the hosts send packets.
const FIRST_TTL = 64

/** Returns the name of the chain that gives packets a time to live. */
export const ttlChain = (ttl: number): string => `ttl_${Math.min(Math.max(ttl, FIRST_TTL - MOST_ROUTERS), FIRST_TTL)}`

const ttlChains = (): string =>
  Array.from({ length: MOST_ROUTERS + 1 }, (_, routers) => FIRST_TTL - routers)
    .map((ttl) => `chain ${ttlChain(ttl)} {\nip ttl set ${ttl}\nip6 hoplimit set ${ttl}\n}\n`)
    .join('')

/**
 * Returns the chains for packets with a short time to live, as probes of a path have: the kernel answers packets that expire on their way, and
 * the answer gets the address of the router at that hop, or is dropped if the router answers no probe. An answer quotes the packet's header,
 * so the map's key is the number of the hop with the quoted destination.
 */
const routeChains = (device: string): string =>
  pathChains() +
  baseChain('routes', 'filter hook prerouting priority -160', [
    `iifname ${device} ip ttl <= ${MOST_ROUTERS} ip daddr vmap @paths4`,
    `iifname ${device} ip6 hoplimit <= ${MOST_ROUTERS} ip6 daddr vmap @paths6`,
    `iifname ${device} ip ttl <= ${MOST_ROUTERS} ip daddr @networks4 goto unknown`,
    `iifname ${device} ip6 hoplimit <= ${MOST_ROUTERS} ip6 daddr @networks6 goto unknown`,
  ]) +
  baseChain('answers', 'filter hook output priority 0', [
    'icmp type time-exceeded ip saddr set meta mark . @th,192,32 map @hops4 accept',
    'icmp type time-exceeded drop',
    // The kernel would answer from the address of the device, also for the destination, which is the hop 0.
    'icmpv6 type { time-exceeded, destination-unreachable } ip6 saddr set meta mark . @th,256,128 map @hops6 accept',
    'icmpv6 type time-exceeded drop',
  ])

/** Returns the commands that create the table of the packet filter. */
export const tableFor = ({ networks, served, otherwise, device, isDelayed }: PacketFilterOptions): string => {
  const four = list(networks.filter((network) => !network.includes(':')))
  const six = list(networks.filter((network) => network.includes(':')))
  const ports = list(served)
  const isNew = 'tcp flags & (fin|syn|rst|ack) == syn'
  const hook = device === undefined ? 'output' : 'prerouting'
  // Turns connection tracking off, which is slow, except for redirected connections, which need it.
  const untracked = ['meta l4proto != tcp notrack', `tcp dport ${ports} notrack`, `tcp sport ${ports} notrack`]
  const exceptions = [`meta mark & ${EXPIRING.mask} == ${EXPIRING.mark} accept`, `ip daddr ${SERVERS_ADDRESS} accept`]
  return `table ${TABLE} {
set networks4 { type ipv4_addr; flags interval; auto-merge; elements = ${four}
}
set networks6 { type ipv6_addr; flags interval; auto-merge; elements = ${six}
}
set servers4 { type ipv4_addr
}
map ports4 { typeof ip daddr . tcp dport : verdict
}
map ports6 { typeof ip6 daddr . tcp dport : verdict
}
map losses4 { typeof ip daddr : verdict
}
map losses6 { typeof ip6 daddr : verdict
}
map paths4 { typeof ip daddr : verdict
}
map paths6 { typeof ip6 daddr : verdict
}
map hops4 { typeof meta mark . @th,192,32 : ip saddr
}
map hops6 { typeof meta mark . @th,256,128 : ip6 saddr
}
map delays4 { typeof ip saddr : meta priority
}
map delays6 { typeof ip6 saddr : meta priority
}
map ttls4 { typeof ip saddr : verdict
}
map ttls6 { typeof ip6 saddr : verdict
}
chain refuse {
limit rate ${MOST_REPORTS}/second meta nftrace set 1
reject with tcp reset
}
chain silent {
limit rate ${MOST_REPORTS}/second meta nftrace set 1
drop
}
chain unknown {
meta nftrace set 1
drop
}
chain echo {
limit rate ${MOST_REPORTS}/second burst ${MOST_REPORTS} packets meta nftrace set 1
accept
}
chain lost {
limit rate ${MOST_REPORTS}/second burst ${MOST_REPORTS} packets meta nftrace set 1
drop
}
${baseChain('untracked', `filter hook ${hook} priority -300`, [
  ...(device === undefined ? [] : ['udp dport 53 ip daddr != @servers4 accept']),
  ...untracked,
])}${
    device === undefined
      ? ''
      : baseChain('untracked_answers', 'filter hook output priority -300', [
          'udp sport 53 ip saddr != @servers4 accept',
          ...untracked,
        ]) +
        // A socket for all addresses can't see at which of them a query arrived, nor answer from it. So the query comes from that address.
        baseChain('sources', 'nat hook input priority 100', [
          `iifname ${device} udp dport 53 meta nfproto ipv4 snat ip to ip daddr`,
        ]) +
        routeChains(device) +
        ttlChains() +
        // Answers have the time to live that is left after their path. Answers of routers on the way have the kernel's time to live.
        baseChain('ttls', 'filter hook postrouting priority 10', [
          `oifname ${device} ip saddr vmap @ttls4`,
          `oifname ${device} ip6 saddr vmap @ttls6`,
        ]) +
        (isDelayed
          ? baseChain('delays', 'filter hook postrouting priority 0', [
              `oifname ${device} meta priority set ip saddr map @delays4`,
              `oifname ${device} meta priority set ip6 saddr map @delays6`,
            ])
          : '')
  }${baseChain('connections', `filter hook ${hook} priority -150`, [
    ...exceptions,
    `ip daddr @networks4 ${isNew} ip daddr . tcp dport vmap @ports4`,
    `ip6 daddr @networks6 ${isNew} ip6 daddr . tcp dport vmap @ports6`,
    `ip daddr @networks4 ${isNew} goto unknown`,
    `ip6 daddr @networks6 ${isNew} goto unknown`,
  ])}${baseChain('others', `nat hook ${hook} priority -100`, [
    ...exceptions,
    `ip daddr @networks4 tcp dport != ${ports} dnat to :${otherwise}`,
    `ip6 daddr @networks6 tcp dport != ${ports} dnat to :${otherwise}`,
  ])}${baseChain('losses', 'filter hook input priority 0', ['ip daddr vmap @losses4', 'ip6 daddr vmap @losses6'])}${baseChain(
    'echoes',
    'filter hook input priority 10',
    ['icmp type echo-request ip daddr @networks4 goto echo', 'icmpv6 type echo-request ip6 daddr @networks6 goto echo'],
  )}}
`
}

/** Returns the name of the chain that drops packets to an address. */
export const lossChain = (address: string): string => `lost_${address.replaceAll(/[.:]/g, '_')}`

/**
 * Returns the commands for the chain that drops packets to an address: the given ones of every ten of a kind, by count. DNS servers lose
 * queries themselves. If an address answers no echo request, as one without a route or machine, the states of its ports hold for connections, and
 * nothing answers other packets, such as the probes of a path.
 */
export const lossChainText = (address: string, lost: readonly number[], device: string | undefined): string => {
  // In a common namespace, the answers of a server have the address of the server too.
  const others =
    device === undefined
      ? []
      : lost.length === 10
        ? [[`iifname ${device} udp dport != 53`, 'drop']]
        : ['tcp dport != 53', 'udp dport != 53'].map((kind) => [`iifname ${device} ${kind}`, 'drop'])
  const kinds = [[`${isIPv6(address) ? 'icmpv6' : 'icmp'} type echo-request`, 'goto lost'], ...others]
  const name = `${TABLE} ${lossChain(address)}`
  const rules = kinds.map(([kind, verdict]) => `add rule ${name} ${kind} numgen inc mod 10 ${list(lost)} ${verdict}\n`)
  return `add chain ${name}\nflush chain ${name}\n${rules.join('')}`
}
