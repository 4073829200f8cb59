import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const names = ['mx-record', 'a-record', 'ping-test', 'ptr-lookup', 'traceroute']

describe('nearest', () => {
  it.each([
    ['mx-recrod', 'mx-record'],
    ['pingtest', 'ping-test'],
    ['tracer', 'traceroute'],
    ['PTR-lokup', 'ptr-lookup'],
  ])('matches %s to %s', (typed, meant) => {
    expect(nearest(typed, names)).toBe(meant)
  })

  it.each(['', 'entirely-else', 'x'.repeat(10_000)])('matches nothing for %j', (typed) => {
    expect(nearest(typed, names)).toBeUndefined()
  })
})
