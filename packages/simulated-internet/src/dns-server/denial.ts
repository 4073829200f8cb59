import { typeBitmap } from '../world-files/octets.ts'
import { encodeName, labelsOf, lengthOf, nameOf } from './names.ts'
import { type RecordSet, types } from './record-data.ts'

/*
 * Generates NSEC records for each query (RFC 4470). A record covers only the name in the query, so clients can't list a zone's names, and
 * the world needs no such list either.
 */

const LONGEST_NAME = 255
const LONGEST_LABEL = 63
// This octet sorts after all others.
const LAST = '\u00ff'

/** Returns the next or previous octet. Skips capital letters, because names compare in lower case (RFC 4034, section 6.1). */
const neighbour = (octet: number, step: 1 | -1): number => {
  const next = octet + step
  if (next < 65 || next > 90) return next
  return step === 1 ? 91 : 64
}

const labelBefore = (label: string): string => {
  const last = label.charCodeAt(label.length - 1)
  const head = label.slice(0, -1)
  if (last === 0) return head
  const before = head + String.fromCharCode(neighbour(last, -1))
  return before.length < LONGEST_LABEL ? before + LAST : before
}

const labelAfter = (label: string, room: number): string => {
  if (label.length < LONGEST_LABEL && room > 0) return `${label}\0`
  const last = label.charCodeAt(label.length - 1)
  return label.slice(0, -1) + String.fromCharCode(last === 255 ? last : neighbour(last, 1))
}

/** Creates an NSEC record. `held` has the numbers of the name's record types. */
const nsec = (name: string, next: string, held: readonly number[], ttl: number): RecordSet => {
  const data = Buffer.concat([encodeName(next), typeBitmap([...held, types.RRSIG, types.NSEC])])
  return { name, type: types.NSEC, ttl, data: [data] }
}

/** Returns the NSEC record that lists the types of a name. */
export const recordsDenial = (name: string, held: readonly number[], ttl: number): RecordSet => {
  const labels = labelsOf(name)
  const next = lengthOf(name) + 2 <= LONGEST_NAME ? ['\0', ...labels] : afterName(name)
  return nsec(name, nameOf(next), held, ttl)
}

const afterName = (name: string): string[] => {
  const [first = '', ...rest] = labelsOf(name)
  return [labelAfter(first, LONGEST_NAME - lengthOf(name)), ...rest]
}

/** Returns the NSEC record in the parent zone for a delegated zone's name. It lists the name's types there and covers no other name. */
export const delegationDenial = (name: string, held: readonly number[], ttl: number): RecordSet =>
  nsec(name, nameOf(afterName(name)), held, ttl)

/** Returns the NSEC record that covers a missing name and the names below it. */
const cover = (name: string, ttl: number, heldAbove: () => readonly number[]): RecordSet => {
  const [first = '', ...rest] = labelsOf(name)
  const before = labelBefore(first)
  const owner =
    before === ''
      ? rest
      : lengthOf(nameOf([before, ...rest])) > LONGEST_NAME
        ? [before.slice(0, -1), ...rest]
        : [before, ...rest]
  // No name sorts before the label `\000`, so the record is at the name above, which exists.
  return nsec(nameOf(owner), nameOf(afterName(name)), before === '' ? heldAbove() : [], ttl)
}

/**
 * Returns the NSEC records that prove that neither a name nor a wildcard for it exists below its closest existing ancestor (RFC 4035,
 * section 3.1.3.2). `held` returns the numbers of that ancestor's record types.
 */
export const nameDenial = (name: string, closest: string, ttl: number, held: () => readonly number[]): RecordSet[] => {
  const labels = labelsOf(name)
  const above = labelsOf(closest)
  const nextCloser = nameOf(labels.slice(labels.length - above.length - 1))
  const wildcard = nameOf(['*', ...above])
  const covers = [cover(nextCloser, ttl, held)]
  if (nextCloser !== wildcard) covers.push(cover(wildcard, ttl, held))
  return covers
}
