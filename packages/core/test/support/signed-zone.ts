import { createPrivateKey, sign } from 'node:crypto'
import type { TrustLink } from '../../src/dns/index.ts'
import { DAY, SECOND } from '../../src/foundation/units.ts'
import { isoTime } from '../../src/foundation/time.ts'

const TTL = 3600
const TYPES = { A: 1, NS: 2, SOA: 6, RRSIG: 46, NSEC: 47, DNSKEY: 48 } as const
type Type = Exclude<keyof typeof TYPES, 'RRSIG'>

const number16 = (value: number) => [value >> 8, value & 255]
const number32 = (value: number) => [...number16(value >>> 16), ...number16(value & 0xffff)]
const wire = (name: string) =>
  [...name.split('.').filter(Boolean), ''].flatMap((label) => [label.length, ...Buffer.from(label)])

/** Formats an instant as in RRSIG records: 20260101000000 (RFC 4034, section 3.2). */
const stamp = (at: number) => isoTime(at).replaceAll(/\D/g, '').slice(0, 14)

/** Signs one record at the top of a zone (RFC 4034, section 3.1.8.1); the record set is already in canonical form. */
const signatureOf = ({ zone, dnskey, privateKey }: TrustLink, type: Type, rdata: readonly number[], at: number) => {
  if (dnskey === null || privateKey === null) throw new Error(`${zone} is not signed`)
  const [from, to] = [at - DAY, at + 7 * DAY]
  const labels = zone.split('.').filter(Boolean).length
  const head = [...number16(TYPES[type]), dnskey.algorithm, labels, ...number32(TTL)]
  const times = [...number32(to / SECOND), ...number32(from / SECOND), ...number16(dnskey.keyTag)]
  const record = [...wire(zone), ...number16(TYPES[type]), 0, 1, ...number32(TTL), ...number16(rdata.length), ...rdata]
  const data = Uint8Array.from([...head, ...times, ...wire(zone), ...record])
  // RSA ignores the format of elliptic-curve signatures.
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  const signature = sign(dnskey.algorithm === 15 ? null : 'sha256', data, key).toString('base64')
  return `${type} ${dnskey.algorithm} ${labels} ${TTL} ${stamp(to)} ${stamp(from)} ${dnskey.keyTag} ${zone} ${signature}`
}

/** Writes the smallest signable zone as a zone file: one name with its address, signed with the key of the chain. */
export const signedZone = (link: TrustLink, address: string, at: number): string => {
  const { zone, dnskey } = link
  const host = 'ns.elsewhere.invalid.'
  const timers = [1, 3600, 600, 604_800, 300]
  // The record types as bits: the window, its length, and type 0 in the highest bit (RFC 4034, section 4.1.2).
  const types = new Uint8Array(7)
  for (const type of Object.values(TYPES)) types[type >> 3] = (types[type >> 3] ?? 0) | (0x80 >> (type & 7))
  const records: readonly [Type, string, readonly number[]][] = [
    ['SOA', `${host} ${host} ${timers.join(' ')}`, [...wire(host), ...wire(host), ...timers.flatMap(number32)]],
    ['NS', host, wire(host)],
    ['A', address, address.split('.').map(Number)],
    ['DNSKEY', dnskey?.text ?? '', [...(dnskey?.rdata ?? [])]],
    ['NSEC', `${zone} A NS SOA RRSIG NSEC DNSKEY`, [...wire(zone), 0, types.length, ...types]],
  ]
  const lines = records.flatMap(([type, text, rdata]) => [
    `${zone} ${TTL} IN ${type} ${text}`,
    `${zone} ${TTL} IN RRSIG ${signatureOf(link, type, rdata, at)}`,
  ])
  return `${lines.join('\n')}\n`
}
