import { describe, expect, it } from 'vitest'
import { otherRecordsOf, queryDns, type RecordType } from '../src/dns/index.ts'
import { createToolbox, openWorld, type WorldDocument } from '../src/index.ts'

type Records = NonNullable<NonNullable<NonNullable<WorldDocument['domains']>[string]>['records']>

const NAME = 'shop.example'
const ROWS: readonly (readonly [what: string, type: RecordType | 'TYPE99', records: Records, left: number])[] = [
  ['a text', 'TXT', { TXT: ['a', 'a', { value: 'a', ttl: 60 }] }, 1],
  ['a text as strings with escapes', 'TXT', { TXT: ['a.é', { strings: [String.raw`\097\.\195\169`] }] }, 1],
  ['a long text as strings', 'TXT', { TXT: ['x'.repeat(256), { strings: ['x'.repeat(255), 'x'] }] }, 1],
  ['a text in other strings', 'TXT', { TXT: ['ab', { strings: ['a', 'b'] }, { strings: ['', 'ab'] }] }, 3],
  ['an empty text', 'TXT', { TXT: ['', { strings: [''] }] }, 1],
  ['an address of IPv4', 'A', { A: ['198.51.100.7', { address: '198.51.100.7', ttl: 60 }] }, 1],
  ['another spelling of an address', 'AAAA', { AAAA: ['2001:db8::1', '2001:DB8:0:0:0:0:0:1'] }, 1],
  [
    'a mail server',
    'MX',
    {
      MX: [
        { priority: 10, exchange: 'mx1.corp.example' },
        { priority: 10, exchange: 'MX1.corp.example.' },
        { priority: 20, exchange: 'mx1.corp.example' },
      ],
    },
    2,
  ],
  ['a nameserver', 'NS', { NS: ['ns1.corp.example', 'ns1.corp.example', 'NS1.Corp.example'] }, 1],
  ['a name with another escape', 'NS', { NS: [String.raw`\110s1.corp.example`, 'ns1.corp.example'] }, 1],
  ['a rule for certificates', 'CAA', { CAA: ['ca.example', { tag: 'ISSUE', value: 'ca.example', flags: 0 }] }, 1],
  [
    'a service',
    'SRV',
    {
      SRV: [
        { priority: 0, weight: 0, port: 1, host: 'a.example' },
        { host: 'A.example', port: 1, weight: 0, priority: 0 },
      ],
    },
    1,
  ],
  [
    'a pin',
    'TLSA',
    {
      TLSA: [
        { usage: 3, selector: 1, matchingType: 1, data: 'ab' },
        { usage: 3, selector: 1, matchingType: 1, data: 'AB' },
      ],
    },
    1,
  ],
  ['data by number', 'TYPE99', { TYPE99: ['00', '00', { data: '00', ttl: 60 }] }, 1],
]

const countIn = (world: WorldDocument, type: RecordType | 'TYPE99'): number => {
  const opened = openWorld({ seed: 'k3f9', scenario: 'healthy', world, at: 0 }, () => 0).world
  return type === 'TYPE99'
    ? (otherRecordsOf(opened, NAME).get(99)?.length ?? 0)
    : queryDns(opened, NAME, type).records.length
}

describe('records that a document defines twice', () => {
  it.each(ROWS)('are served once: %s', (_what, type, records, left) => {
    expect(countIn({ domains: { [NAME]: { records } } }, type)).toBe(left)
  })

  it.each(ROWS.filter(([, type]) => type !== 'TYPE99'))(
    'are answered once by rules: %s',
    (_what, type, records, left) => {
      expect(countIn({ faults: [{ match: { name: NAME, type }, do: { answer: records } }] }, type)).toBe(left)
    },
  )

  it('count once in reports, with the lowest time to live of all', async () => {
    const MX = [
      { priority: 10, exchange: 'mx1.corp.example' },
      { priority: 10, exchange: 'mx1.corp.example', ttl: 60 },
    ]
    const world: WorldDocument = { domains: { [NAME]: { records: { MX } } } }
    const { result } = await createToolbox({ seed: 'k3f9', world }).run('mx-record', NAME)
    expect(result.records).toEqual([{ priority: 10, exchange: 'mx1.corp.example', ttl: 60 }])
  })
})
