import { type DnsReply, rcodes } from './message.ts'
import { types } from './record-data.ts'

const typeNames: ReadonlyMap<number, string> = new Map(Object.entries(types).map(([name, number]) => [number, name]))
const rcodeNames: ReadonlyMap<number, string> = new Map(Object.entries(rcodes).map(([name, number]) => [number, name]))

/** Formats a query: `mail.example MX`. A type without a name is shown as in `TYPE65` (RFC 3597, section 5). */
export const questionText = (name: string, type: number): string => `${name} ${typeNames.get(type) ?? `TYPE${type}`}`

/** Describes the answer to a query: the number of records or, if there are none, the reason. */
export const answerText = ({ rcode, answer = [], authority = [] }: DnsReply): string => {
  if (rcode !== rcodes.NOERROR) return rcodeNames.get(rcode) ?? `RCODE${rcode}`
  const count = answer.filter(({ type }) => type !== types.RRSIG).reduce((sum, { data }) => sum + data.length, 0)
  if (count > 0) return count === 1 ? '1 record' : `${count} records`
  const referred = authority.find(({ type }) => type === types.NS)
  return referred === undefined ? 'no records' : `referral to ${referred.name}`
}
