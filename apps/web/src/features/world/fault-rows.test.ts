import { readScenario, scenarioAt, scenarios } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FaultRow,
  type FaultRows,
  holdsAt,
  rowsOfScenario,
  scenarioOfRows,
  scenariosByDomain,
} from './fault-rows.ts'

const row = (name: string, where = '', from = '', until = ''): FaultRow => ({ name, where, from, until })

describe('the rows of the world page', () => {
  it.each<[FaultRows['base'], FaultRow[], string]>([
    ['random', [], 'random'],
    ['healthy', [], 'healthy'],
    ['healthy', [row('mx-down'), row('greylisting')], 'mx-down+greylisting'],
    ['healthy', [row('mx-down', 'shop.example, mail.example')], 'mx-down:mail.example+mx-down:shop.example'],
    ['random', [row('mx-down', 'shop.example')], 'random+mx-down:shop.example'],
    ['random', [row('mx-down', '', '10:00', '12:30')], 'mx-down@10:00..12:30'],
    [
      'healthy',
      [row('mx-down', '', '10:00', '12:30'), row('greylisting'), row('spf-permerror', 'shop.example')],
      'spf-permerror:shop.example+greylisting,mx-down+spf-permerror:shop.example+greylisting@10:00..12:30',
    ],
    [
      'healthy',
      [row('mx-down', '', '10:00', '12:00'), row('dmarc-none', '', '11:00', '13:00')],
      'healthy,mx-down@10:00..11:00,mx-down+dmarc-none@11:00..12:00,dmarc-none@12:00..13:00',
    ],
    ['healthy', [row('mx-down', '', '23:00', '01:00')], 'healthy,mx-down@23:00..01:00'],
    ['healthy', [row('mx-down', '', '', '09:00')], 'healthy,mx-down@00:00..09:00'],
    ['healthy', [row('mx-down', '', '18:00')], 'healthy,mx-down@18:00..00:00'],
  ])('with the base %s, %j, become %s and are read from it', (base, rows, scenario) => {
    expect(readScenario(scenarioOfRows({ base, rows }))).toBe(scenario)
    const read = rowsOfScenario(scenario)
    expect(read && readScenario(scenarioOfRows(read))).toBe(scenario)
    expect(read?.base).toBe(base)
  })

  it.each([
    ['random', [row('mx-down')], /^Invalid|random and mx-down contradict each other/],
    ['healthy', [row('mx-down', '', '10:00', '10:00')], /ends before or when it begins/],
    ['healthy', [row('greylisting'), row('catch-all')], /contradict each other/],
  ] as const)('that core refuses keep their reason: %s, %j', (base, rows, reason) => {
    expect(() => readScenario(scenarioOfRows({ base, rows }))).toThrow(reason)
  })

  it.each([
    'mx-down@2026-01-01T10:00Z..2026-01-01T11:00Z',
    'mx-down,healthy@10:00..11:00',
    'random+healthy:shop.example',
  ])('do not show %s', (scenario) => expect(rowsOfScenario(readScenario(scenario))).toBeUndefined())

  const names = scenarios.map(({ name }) => name).filter((name) => name !== 'random' && name !== 'healthy')
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const minute = quarter * 15
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  })
  const rowsOf = fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...names), where: fc.constant(''), from: time, until: time }),
    { maxLength: 3, selector: ({ name }) => name },
  )

  it('hold at every minute of the day as core says', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: 0, max: 1439 }), (rows, minute) => {
        let scenario
        try {
          scenario = readScenario(scenarioOfRows({ base: 'healthy', rows }))
        } catch {
          return
        }
        const held = rows.filter((one) => holdsAt(one, minute)).map(({ name }) => name)
        const expected = held.length === 0 ? 'healthy' : readScenario(held.join('+'))
        expect(scenarioAt(scenario, minute * 60_000)).toBe(expected)
      }),
    )
  })

  it('for single domains become scenarios of a world document', () => {
    const rows = [
      row('mx-down', 'a.example', '10:00', '11:00'),
      row('dmarc-none', 'a.example b.example'),
      row('packet-loss'),
    ]
    expect(scenariosByDomain({ base: 'healthy', rows })).toEqual({
      scenario: 'packet-loss',
      domains: [
        ['a.example', 'dmarc-none,mx-down+dmarc-none@10:00..11:00'],
        ['b.example', 'dmarc-none'],
      ],
    })
  })
})
