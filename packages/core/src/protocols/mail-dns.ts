/**
 * The DNS queries of a receiving mail server. An answer is undefined if the resolver fails (SERVFAIL), and an empty list if there are no
 * records.
 */
export interface MailDns {
  readonly text: (name: string) => readonly string[] | undefined
  /** Returns the text records at `_dmarc` of a domain (RFC 9989, section 4.7). */
  readonly dmarc: (domain: string) => readonly string[] | undefined
  /** Returns the mail servers of a domain, lowest preference first; `.` for a null MX (RFC 7505). */
  readonly exchanges: (name: string) => readonly string[] | undefined
  readonly addresses: (name: string, family: 'A' | 'AAAA') => readonly string[] | undefined
  readonly reverseNames: (address: string) => readonly string[] | undefined
  /** Returns whether a name exists, with records of any type. An alias of a missing name does not exist (RFC 2308, section 2.1). */
  readonly exists: (name: string) => boolean | undefined
}
