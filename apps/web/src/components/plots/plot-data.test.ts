import { describe, expect, it } from 'vitest'
import { repliesOf } from './plot-data.ts'

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
