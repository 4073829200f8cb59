import { describe, expect, it } from 'vitest'
import { allowanceOf } from './allowance.tsx'

describe("today's allowance", () => {
  it('shows the tools with the least left first, five at most, and none that did not run', () => {
    const runs = {
      'mx-record': 12,
      traceroute: 23,
      'ping-test': 50,
      'spf-check': 9,
      'a-record': 1,
      'soa-record': 2,
      'whois-lookup': 0,
    }
    expect(allowanceOf(runs, 'free').map(({ tool, level }) => [tool, level])).toEqual([
      ['ping-test', 'full'],
      ['traceroute', 'near'],
      ['spf-check', 'well'],
      ['mx-record', 'well'],
      ['soa-record', 'well'],
      ['a-record', 'well'],
    ])
  })

  it('never runs out without a limit', () => {
    expect(allowanceOf({ 'mx-record': 9999 }, 'enterprise')).toEqual([
      { tool: 'mx-record', used: 9999, limit: -1, remaining: -1, share: 0, level: 'well' },
    ])
  })

  it('stays within its bar when a plan has become smaller, and skips unknown tools', () => {
    expect(allowanceOf({ 'mx-record': 500, nothing: 3 }, 'free')).toMatchObject([
      { share: 1, remaining: 0, level: 'full' },
    ])
  })
})
