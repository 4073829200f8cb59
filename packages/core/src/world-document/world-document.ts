/** A record as text, or with its time to live in seconds (default 3600). */
type Plain<Field extends string> = string | ({ readonly [Key in Field]: string } & { readonly ttl?: number })

/**
 * The stated records of a name. If records of a type are stated, the name has only those of that type; records of other types follow from
 * the seed.
 */
export interface WorldRecords {
  readonly A?: readonly Plain<'address'>[]
  readonly AAAA?: readonly Plain<'address'>[]
  /** Rules for certificates (RFC 8659): an authority that may issue them, or a rule with another tag, such as `issuewild` or `iodef`. */
  readonly CAA?: readonly (
    | Plain<'issue'>
    | { readonly tag: string; readonly value: string; readonly flags?: number; readonly ttl?: number }
  )[]
  /** The target of the alias; such a name has no other records (RFC 1034, section 3.6.2). */
  readonly CNAME?: Plain<'target'>
  /** A single record with the exchange `.` says that the name accepts no mail (RFC 7505). */
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
    /** By default, the minimum. */
    readonly ttl?: number
  }
  readonly SRV?: readonly {
    readonly priority: number
    readonly weight: number
    readonly port: number
    readonly host: string
    readonly ttl?: number
  }[]
  /** `data` in hexadecimal digits (RFC 6698, section 2.1). */
  readonly TLSA?: readonly {
    readonly usage: number
    readonly selector: number
    readonly matchingType: number
    readonly data: string
    readonly ttl?: number
  }[]
  /** Records of any other type by number: their data in hexadecimal digits (RFC 3597). */
  readonly [type: `TYPE${number}`]: readonly Plain<'data'>[] | undefined
  /**
   * A text, or the strings of the record one by one. Strings have the escapes of zone files (RFC 1035, section 5.1): `\255` is an octet,
   * `\\` a backslash.
   */
  readonly TXT?: readonly (Plain<'value'> | { readonly strings: readonly string[]; readonly ttl?: number })[]
}

/** The stated facts of a domain name. */
export interface WorldDomain {
  readonly records?: WorldRecords
  /**
   * Whether the records of this name and of the names below it are the whole zone: other names don't exist, and there are no records of
   * other types. Otherwise they follow from the seed.
   */
  readonly complete?: boolean
  /** The answer for the name and all names below it. It replaces their records. */
  readonly dns?: 'nxdomain' | 'servfail' | 'timeout'
  /** A scenario for this domain only: a name, a combination or a timeline. */
  readonly scenario?: string
}

/** The stated facts of a host. */
export interface WorldHost {
  readonly smtp?: {
    /** The host's behavior on mail ports. */
    readonly state?: 'accepts' | 'refuses' | 'silent'
    /** Whether the host asks unknown senders to try again later. */
    readonly greylist?: boolean
  }
  /** The state of the host's ports, by number. */
  readonly ports?: Readonly<Record<number, 'open' | 'closed' | 'silent'>>
  /** The expiry of the host's certificate: a date, or an instant in UTC (ISO 8601). */
  readonly certificate?: { readonly expires: string }
}

/** The stated facts of an address. */
export interface WorldAddress {
  /** The zones or names of the block lists that contain the address; an empty list means none. */
  readonly listed?: readonly string[]
  /** The host name in the PTR record of the address; null if there is no such record. */
  readonly ptr?: string | null
}

/**
 * The stated facts of a simulated internet. Other facts follow from the seed or from the stated facts.
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
