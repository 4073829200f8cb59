import { describe, expect, it } from 'vitest'
import { repliesOf, layTimeline } from './plot-data.ts'
import fc from 'fast-check'

describe('repliesOf', () => {
  it('joins the continuation lines of a reply, and no other lines', () => {
    const line = (from: 'us' | 'them', text: string) => ({ from, text, at: 0, severity: 'pass' as const })
    const lines = [
      line('them', '220 mx1.mail.example ESMTP'),
      line('us', 'EHLO probe.netbox.example'),
      line('them', '250-mx1.mail.example'),
      line('them', '250-PIPELINING'),
      line('them', '250 CHUNKING'),
      line('us', 'QUIT'),
      line('them', '221 Bye'),
    ]
    expect(repliesOf(lines).map((reply) => reply.length)).toEqual([1, 1, 3, 1, 1])
    expect(repliesOf(lines).flat()).toEqual(lines)
    expect(repliesOf([])).toEqual([])
  })
})

const now = '2026-11-20T08:14:02.000Z'

describe('layTimeline', () => {
  it('places the current time among the events, each at its share of the time', () => {
    const { instants, now: present } = layTimeline({
      now: '2026-01-02T00:00:00Z',
      events: [
        { label: 'Ends', time: '2026-01-05T00:00:00Z', severity: 'warning' },
        { label: 'Begins', time: '2026-01-01T00:00:00Z', severity: 'info' },
      ],
    })
    expect(instants.map(({ label, x }) => [label, x])).toEqual([
      ['Begins', 0],
      [undefined, 25],
      ['Ends', 100],
    ])
    expect(present).toBe(25)
  })

  it('shows only the current time without events', () => {
    expect(layTimeline({ now, events: [] })).toMatchObject({ lanes: 1, instants: [{ label: undefined, x: 0 }] })
  })

  it('keeps every label within the line', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.array(time, { maxLength: 6 }), (times) => {
        const events = times.map((date, index) => ({
          label: `Event ${index}`,
          time: date.toISOString(),
          severity: 'pass' as const,
        }))
        for (const { x } of layTimeline({ now, events }).instants) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
