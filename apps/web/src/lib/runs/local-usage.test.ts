import { describe, expect, it } from 'vitest'
import { localUsage, readCounters } from './local-usage.ts'

const key = { subject: 'anonymous', tool: 'mx-record', day: '2026-11-20' }

describe('the runs of a day', () => {
  it('are counted up to the limit, by user, tool and day', () => {
    expect(localUsage.read(key)).toBe(0)
    expect(localUsage.consume(key, 2)).toEqual({ granted: true, used: 1 })
    expect(localUsage.consume(key, 2)).toEqual({ granted: true, used: 2 })
    expect(localUsage.consume(key, 2)).toEqual({ granted: false, used: 2 })
    expect(localUsage.consume({ ...key, subject: 'u1' }, 2)).toEqual({ granted: true, used: 1 })
    expect(localUsage.consume({ ...key, tool: 'a-record' }, -1)).toEqual({ granted: true, used: 1 })
    expect(localUsage.read(key)).toBe(2)
    expect(localUsage.read({ ...key, day: '2026-11-21' })).toBe(0)
    expect(localUsage.consume({ ...key, day: '2026-11-21' }, 2)).toEqual({ granted: true, used: 1 })
  })

  it.each([null, 7, [], {}, { day: 1, runs: {} }, { day: '2026-11-20', runs: [] }])('are none in %j', (value) => {
    expect(readCounters(value)).toEqual({ day: '', runs: {} })
  })

  it('are read without invalid counts', () => {
    const value = { day: '2026-11-20', runs: { a: { x: 3, y: -1, z: 'many', w: 1.5 }, b: 7 } }
    expect(readCounters(value)).toEqual({ day: '2026-11-20', runs: { a: { x: 3 }, b: {} } })
  })
})
