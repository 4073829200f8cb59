import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameDenial, recordsDenial } from './denial.ts'
import { readName } from './read-name.ts'
import { encodeName, labelsOf, lengthOf, nameOf } from './names.ts'
import type { RecordSet } from './record-data.ts'

const label = fc.stringMatching(/^[a-z0-9_-]{1,10}$/)
const zone = 'shop.example'
const names = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => [...labels, zone].join('.'))

/** Compares names in canonical order (RFC 4034, section 6.1). */
const compare = (one: string, other: string): number => {
  const [a, b] = [labelsOf(one).toReversed(), labelsOf(other).toReversed()]
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = Buffer.compare(Buffer.from(a[index] ?? '', 'latin1'), Buffer.from(b[index] ?? '', 'latin1'))
    if (order !== 0) return order
  }
  return a.length - b.length
}

const nextOf = ({ data: [octets] }: RecordSet): string => readName(octets ?? Buffer.alloc(0), 0)?.name ?? ''
const covers = (set: RecordSet, name: string): boolean => compare(set.name, name) < 0 && compare(name, nextOf(set)) < 0

describe('an NSEC record made for a query', () => {
  it('covers the missing name, and the wildcard above it', () => {
    fc.assert(
      fc.property(names, (name) => {
        const denials = nameDenial(name, zone, 300, () => [])
        expect(denials.some((set) => covers(set, name))).toBe(true)
        expect(denials.some((set) => covers(set, `*.${zone}`))).toBe(true)
      }),
    )
  })

  it('before the first name below an existing name is the denial of the existing name, with its types', () => {
    const [denial] = nameDenial(String.raw`\000.${zone}`, zone, 300, () => [6, 2])
    expect(denial).toMatchObject({ name: zone })
    // The types NS, SOA, RRSIG and NSEC, in block 0.
    expect(denial?.data[0]?.subarray(-8)).toEqual(Buffer.of(0, 6, 0x22, 0, 0, 0, 0, 3))
  })

  it('covers no other name of the world', () => {
    fc.assert(
      fc.property(names, label, (name, other) => {
        const neighbour = `${other}.${zone}`
        const [asked = ''] = labelsOf(name).slice(-3)
        fc.pre(other !== asked)
        for (const set of nameDenial(name, zone, 300, () => []))
          expect(covers(set, neighbour), `${set.name} ${nextOf(set)}`).toBe(false)
      }),
    )
  })

  it('of a name that exists covers nothing of the world', () => {
    fc.assert(
      fc.property(names, names, (name, other) => {
        expect(covers(recordsDenial(name, [1], 300), other)).toBe(false)
      }),
    )
  })

  it('fits into 255 octets, for a name of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 63 }), { maxLength: 6 }),
        (labels) => {
          const name = nameOf([...labels.map((text) => text.toLowerCase()), ...labelsOf(zone)])
          fc.pre(labels.length > 0 && lengthOf(name) <= 255)
          for (const set of [...nameDenial(name, zone, 300, () => []), recordsDenial(name, [], 300)]) {
            expect(encodeName(set.name).length).toBeLessThanOrEqual(255)
            expect(nextOf(set)).not.toBe('')
          }
        },
      ),
    )
  })
})

describe('a name', () => {
  it('is read as it was written, with any octets', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 20 }), { maxLength: 5 }),
        (labels) => {
          const name = nameOf(labels.map((text) => text.toLowerCase()))
          expect(readName(encodeName(name), 0)).toEqual({ name, end: lengthOf(name) })
        },
      ),
    )
  })
})
