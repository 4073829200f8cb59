import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency.ts'

describe('createConcurrencyLimit', () => {
  it('refuses without a free slot, until work ends; ending twice frees one slot', () => {
    const limit = createConcurrencyLimit(2, 'busy')
    const end = limit.enter()
    limit.enter()
    expect(() => limit.enter()).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 1 }))
    end()
    end()
    expect(limit.active).toBe(1)
    limit.enter()
    expect(() => limit.enter()).toThrow(expect.objectContaining({ code: 'busy' }))
  })

  it('counts each key separately', () => {
    const limit = createConcurrencyLimit(1, 'rate_limited')
    const end = limit.enter('a')
    expect(() => limit.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    limit.enter('b')
    end()
    limit.enter('a')
    expect(limit.active).toBe(2)
  })
})
