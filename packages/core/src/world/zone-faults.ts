/** The verdict of a validating resolver on a zone (RFC 4033, section 5). */
export type ZoneState = 'secure' | 'insecure' | 'bogus'

interface ZoneFaultDefinition {
  readonly state: ZoneState
  /** The extended DNS error of validating resolvers (RFC 8914, section 4). */
  readonly extendedError: number
  /** The problem of the zone, for errors and reports. */
  readonly problem: string
  readonly repair: string
}

/**
 * The faults of signed zones that world documents list. Resolvers treat a zone as unsigned if they know no algorithm of it (RFC 4035, section
 * 5.2). A zone without NSEC records is valid, but what it lacks can't be proven.
 */
export const zoneFaults = {
  expired: {
    state: 'bogus',
    extendedError: 7,
    problem: 'its signatures have expired',
    repair: 'Sign the zone again, and renew its signatures before they expire',
  },
  'not-yet-valid': {
    state: 'bogus',
    extendedError: 8,
    problem: 'its signatures are not valid yet',
    repair: 'Correct the clock of the machine that signs the zone, and sign it again',
  },
  'no-rrsig': {
    state: 'bogus',
    extendedError: 10,
    problem: 'it has no signatures, but its parent has a DS record',
    repair: 'Sign the zone, or remove the DS record',
  },
  'no-dnskey': {
    state: 'bogus',
    extendedError: 9,
    problem: 'it has no DNSKEY record for its DS record',
    repair: 'Publish the DNSKEY record, or remove the DS record',
  },
  'no-zone-key-bit': {
    state: 'bogus',
    extendedError: 11,
    problem: 'its DNSKEY record has no zone key bit, so it is no key of a zone',
    repair: 'Publish the key with the flags 257',
  },
  'ds-mismatch': {
    state: 'bogus',
    extendedError: 9,
    problem: 'the digest of its DS record does not match its key',
    repair: 'Replace the DS record with the one that your DNS provider shows',
  },
  'bad-signature': {
    state: 'bogus',
    extendedError: 6,
    problem: 'its signatures do not match its records',
    repair: 'Sign the zone again',
  },
  'nsec-missing': {
    state: 'secure',
    extendedError: 12,
    problem: 'it has no NSEC records, so nothing proves that a name or record is missing',
    repair: 'Sign the zone again, with NSEC or NSEC3 records',
  },
  'unsupported-algorithm': {
    state: 'insecure',
    extendedError: 1,
    problem: 'it is signed with an algorithm that resolvers do not know',
    repair: 'Sign the zone with ECDSAP256SHA256',
  },
  'unsupported-digest': {
    state: 'insecure',
    extendedError: 2,
    problem: 'its DS record has a digest that resolvers do not know',
    repair: 'Replace the DS record with one of SHA-256',
  },
} as const satisfies Record<string, ZoneFaultDefinition>

/** The name of a fault of a signed zone. */
export type ZoneFault = keyof typeof zoneFaults

/** The names of all faults of signed zones. */
export const zoneFaultNames = Object.keys(zoneFaults) as ZoneFault[] // The cast is safe: these are the keys of the table.

/** The facts of a world document about the signatures of a zone. */
export type ZoneSigning = ZoneState | ZoneFault

export const isZoneFault = (signing: ZoneSigning): signing is ZoneFault => Object.hasOwn(zoneFaults, signing)

/** Returns the verdict of a validating resolver on a zone. */
export const stateOfSigning = (signing: ZoneSigning): ZoneState =>
  isZoneFault(signing) ? zoneFaults[signing].state : signing
