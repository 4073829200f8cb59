import { glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { requestTable, scheduleOf, scheduleSentence, timelineLines } from './serve-lines.ts'

const theme = { glyphs: glyphSets.unicode, paint: unpainted }
const at = Date.parse('2026-11-22T10:12:52Z')
const timeline = 'healthy,mx-down@10:00..10:30'

const entry = {
  at,
  protocol: 'dns',
  transport: 'udp',
  server: '192.0.2.53',
  port: 53,
  question: 'mail.example MX',
  answer: '3 records',
  outcome: 'answered',
  time: 1,
  source: 'seed',
} as const

describe('the live view of a served internet', () => {
  it.each([
    ['mx-down', 'mx-down applies.'],
    [timeline, 'mx-down applies for another 17 min 8 s.'],
    ['healthy,mx-down@11:00..11:30', 'healthy applies for another 47 min 8 s.'],
    ['mx-down@23:00..10:13', 'mx-down applies for another 8 s.'],
    ['mx-down@2026-11-20T10:00Z..2026-11-20T10:30Z', 'random applies.'],
    ['mx-down+spf-permerror', 'mx-down+spf-permerror applies.'],
    ['mx-down:shop.example+mx-down:mail.example', 'mx-down:shop.example+mx-down:mail.example applies.'],
    [
      'healthy,mx-down:shop.example+spf-permerror:shop.example@10:00..10:30',
      'mx-down:shop.example+spf-permerror:shop.example applies for another 17 min 8 s.',
    ],
    ['block-listed+spf-permerror,mx-down@10:15..10:30', 'spf-permerror+block-listed applies for another 2 min 8 s.'],
    ['mx-down@10:00..10:13,block-listed@10:13..10:20', 'mx-down applies for another 8 s.'],
    ['healthy,mx-down@2026-11-22T12:13Z..2026-11-22T13:00Z', 'healthy applies for another 2 h 0 min.'],
  ])('shows for %s how long it applies', (scenario, sentence) => {
    expect(scheduleSentence(scheduleOf(scenario, at), at)).toBe(sentence)
  })

  it('draws an hour of a timeline around the current time, and nothing for a single scenario', () => {
    const [line = '', mark = ''] = timelineLines(scheduleOf(timeline, at), at, 80, theme)
    expect(line).toMatch(/^09:50 ─+■╌+│╌+■─+ 10:50$/)
    expect(mark.indexOf('10:12 now')).toBe(line.indexOf('│'))
    expect(timelineLines(scheduleOf('mx-down', at), at, 80, theme)).toEqual([])
  })

  it.each([
    [80, '10:12:52  DNS   53   mail.example MX          ✔ 3 records                  1'],
    [44, '10:12  DNS   mail.example MX  ✔ 3 records'],
  ])('has a row for each request at %i columns, the newest last', (columns, row) => {
    const rows = requestTable([{ ...entry, question: 'older.example A' }, entry], { columns, room: 3 }, theme)
    expect(rows.length).toBe(3)
    expect(rows[2]).toBe(row)
    expect(requestTable([entry, entry, entry], { columns, room: 3 }, theme).length).toBe(3)
    for (const line of rows) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('marks refused and lost requests', () => {
    const rows = requestTable(
      [
        { ...entry, answer: 'NXDOMAIN', outcome: 'refused' },
        { ...entry, answer: 'no answer', outcome: 'lost' },
      ],
      { columns: 80, room: 5 },
      theme,
    )
    expect(rows[1]).toContain('◆ NXDOMAIN')
    expect(rows[2]).toContain('✖ no answer')
  })
})
