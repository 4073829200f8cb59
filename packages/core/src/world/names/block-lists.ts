/** A block list of the simulated internet. Its zone is under `.example`; it does not resemble any real list. */
export interface BlockList {
  readonly name: string
  readonly zone: string
  /** The reason for listing: the problem to fix before the list removes an address. */
  readonly lists: 'spam sources' | 'open relays' | 'infected hosts' | 'dynamic ranges' | 'abused hosting'
  /** The way in which the list removes an address. */
  readonly removal: 'request' | 'expires'
}

const list = (name: string, lists: BlockList['lists'], removal: BlockList['removal']): BlockList => ({
  name,
  zone: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
  lists,
  removal,
})

/** The twelve block lists that every check queries. */
export const blockLists: readonly BlockList[] = [
  list('Open Spam Register', 'spam sources', 'request'),
  list('Harvest Trap', 'spam sources', 'expires'),
  list('Mailwatch Combined', 'spam sources', 'request'),
  list('Relay Census', 'open relays', 'request'),
  list('Infected Host List', 'infected hosts', 'expires'),
  list('Botnet Ledger', 'infected hosts', 'expires'),
  list('Dynamic Range List', 'dynamic ranges', 'request'),
  list('Residential Pool', 'dynamic ranges', 'request'),
  list('Hosting Abuse Index', 'abused hosting', 'request'),
  list('Backscatter Log', 'spam sources', 'expires'),
  list('Snowshoe Map', 'spam sources', 'request'),
  list('Clean Senders Inverse', 'abused hosting', 'expires'),
]

/** The answer of a list for its entries (RFC 5782, section 2.1), with its time to live in seconds. */
export const LIST_ENTRY = { address: '127.0.0.2', ttl: 3600 } as const

/** The answers of a list that refuses a query, by the resolver that asks. Their addresses are outside 127.0.0.0/24, which has the entries. */
export const REFUSALS = {
  own: { address: '127.255.255.255', text: 'Query refused: this resolver sends too many queries' },
  public: { address: '127.255.255.254', text: 'Query refused: public resolvers are not served' },
} as const

/** The zones in which the lists publish their entries. */
export const blockListZones: ReadonlySet<string> = new Set(blockLists.map(({ zone }) => zone))
