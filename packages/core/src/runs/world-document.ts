/** A record as text, or with its time to live in seconds (default 3600). */
type Plain<Field extends string> = string | ({ readonly [Key in Field]: string } & { readonly ttl?: number })

/** States the records of a name. A stated type has these records and no others; other types follow from the seed. */
export interface WorldRecords {
  readonly A?: readonly Plain<'address'>[]
  readonly AAAA?: readonly Plain<'address'>[]
  /** The authorities that may issue certificates (RFC 8659). */
  readonly CAA?: readonly Plain<'issue'>[]
  /** The target of the alias; such a name has no other records (RFC 1034, section 3.6.2). */
  readonly CNAME?: Plain<'target'>
  readonly MX?: readonly { readonly priority: number; readonly exchange: string; readonly ttl?: number }[]
  /** The nameservers of a zone, the primary first. */
  readonly NS?: readonly Plain<'host'>[]
  /** The SOA record of a zone; `mailbox` is an email address, times in seconds. */
  readonly SOA?: {
    readonly primary: string
    readonly mailbox: string
    readonly serial: number
    readonly refresh: number
    readonly retry: number
    readonly expire: number
    readonly minimum: number
  }
  readonly SRV?: readonly {
    readonly priority: number
    readonly weight: number
    readonly port: number
    readonly host: string
    readonly ttl?: number
  }[]
  readonly TXT?: readonly Plain<'value'>[]
}

/** States facts of a name. */
export interface WorldDomain {
  readonly records?: WorldRecords
  /** The answer for the name and all names below it, instead of records. */
  readonly dns?: 'nxdomain' | 'servfail' | 'timeout'
  /** A scenario for this domain only: a name, a combination or a timeline. */
  readonly scenario?: string
}

/** States facts of a host. */
export interface WorldHost {
  readonly smtp?: {
    /** How it answers on mail ports. */
    readonly state?: 'accepts' | 'refuses' | 'silent'
    /** Whether it asks strangers to come back later. */
    readonly greylist?: boolean
  }
  /** How its ports answer, by number. */
  readonly ports?: Readonly<Record<number, 'open' | 'closed' | 'silent'>>
  /** When its certificate ends: a date, or an instant in UTC (ISO 8601). */
  readonly certificate?: { readonly expires: string }
}

/** States facts of an address. */
export interface WorldAddress {
  /** The zones or names of the block lists that name it; none if it is empty. */
  readonly listed?: readonly string[]
  /** Its reverse name; null if it has none. */
  readonly ptr?: string | null
}

/**
 * States facts of a simulated internet. Other facts follow from the seed or from the stated facts.
 *
 * @example
 * const box = createToolbox({
 *   seed: 'k3f9',
 *   world: {
 *     domains: { 'shop.example': { records: { MX: [{ priority: 10, exchange: 'mx1.corp.example' }] } } },
 *     hosts: { 'mx1.corp.example': { smtp: { state: 'refuses' } } },
 *   },
 * })
 * const run = await box.run('mx-record', 'shop.example')
 * run.result.records[0]?.exchange // => 'mx1.corp.example'
 * run.verdict.sentence // => 'No mail arrives at this domain.'
 */
export interface WorldDocument {
  readonly domains?: Readonly<Record<string, WorldDomain>>
  readonly hosts?: Readonly<Record<string, WorldHost>>
  readonly addresses?: Readonly<Record<string, WorldAddress>>
}
