import { OWN_ADDRESSES } from '@netbox/core/network'
import { namespaceAddressing, type Addressing, TOOLS_RESOLVER } from './addressing.ts'

/** A network of the world, and the one that programs see in its place, as prefixes of texts and in CIDR notation. */
interface GlobalNetwork {
  readonly world: string
  readonly global: string
}

// 28.0.0.0/8 and 2d00::/12 have an owner outside, or none yet, so these addresses may appear only where nothing leads outside.
const BLOCKS: readonly GlobalNetwork[] = [
  { world: '198.18.0.0/15', global: '28.18.0.0/15' },
  { world: '203.0.113.0/24', global: '28.203.113.0/24' },
  { world: '198.51.100.0/24', global: '28.51.100.0/24' },
  { world: '192.0.2.0/24', global: '28.192.2.0/24' },
  { world: '2001:db8::/32', global: '2d00:db8::/32' },
]

const PREFIXES: readonly GlobalNetwork[] = [
  { world: '198.18.', global: '28.18.' },
  { world: '198.19.', global: '28.19.' },
  { world: '203.0.113.', global: '28.203.113.' },
  { world: '198.51.100.', global: '28.51.100.' },
  { world: '192.0.2.', global: '28.192.2.' },
  { world: '2001:db8:', global: '2d00:db8:' },
]

// The router, the program's machine and its resolver keep their addresses, which are in the configuration of programs rather than in answers.
const KEPT: readonly string[] = ['192.0.2.1', TOOLS_RESOLVER, ...OWN_ADDRESSES]

/** Returns the global address that programs see for an address of the world. Returns other addresses unchanged. */
export const toGlobal = (address: string): string => {
  const row = KEPT.includes(address) ? undefined : PREFIXES.find(({ world }) => address.startsWith(world))
  return row === undefined ? address : row.global + address.slice(row.world.length)
}

/** Returns the world's address for a global one. Returns other addresses unchanged. */
const fromGlobal = (address: string): string => {
  const row = PREFIXES.find(({ global }) => address.startsWith(global))
  return row === undefined ? address : row.world + address.slice(row.global.length)
}

const ADDRESSES =
  /(?:(?<=ip[46]:)|(?<![\da-f.:]))(?:(?:198\.1[89]|203\.0\.113|198\.51\.100|192\.0\.2)\.[\d.]+|2001:db8:[\da-f:]*)/gi

/** Returns a text of the world, such as an SPF policy, with the global addresses. */
const withGlobalAddresses = (text: string): string => text.replaceAll(ADDRESSES, toGlobal)

/** The addressing of a namespace in which the answers of servers have global addresses. The network of the programs translates them. */
export const globalAddressing: Addressing = {
  ...namespaceAddressing,
  answers: { address: toGlobal, asked: fromGlobal, text: withGlobalAddresses },
}

const mapOf = (blocks: readonly GlobalNetwork[], from: keyof GlobalNetwork, to: keyof GlobalNetwork): string =>
  `{ ${blocks.map((block) => `${block[from]} : ${block[to]}`).join(', ')} }`

const isV6 = ({ world }: GlobalNetwork): boolean => world.includes(':')

const [KEPT_V4, KEPT_V6] = [false, true].map((isSix) =>
  KEPT.filter((address) => address.includes(':') === isSix).join(', '),
)
const [V4, V6] = [BLOCKS.filter((block) => !isV6(block)), BLOCKS.filter(isV6)]

/** The blocks that programs see, in CIDR notation. */
export const GLOBAL_NETWORKS: readonly string[] = BLOCKS.map(({ global }) => global)

/** The rules of nftables that translate the addresses where programs are: of what they send to, and of who connects to them. */
export const TRANSLATION = `table inet netbox_global {
chain sent {
type nat hook output priority -100
dnat ip prefix to ip daddr map ${mapOf(V4, 'global', 'world')}
dnat ip6 prefix to ip6 daddr map ${mapOf(V6, 'global', 'world')}
}
chain received {
type nat hook input priority 100
ip saddr { ${KEPT_V4} } accept
ip6 saddr { ${KEPT_V6} } accept
snat ip prefix to ip saddr map ${mapOf(V4, 'world', 'global')}
snat ip6 prefix to ip6 saddr map ${mapOf(V6, 'world', 'global')}
}
}
`
