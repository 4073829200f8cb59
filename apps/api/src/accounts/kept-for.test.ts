import { fakeClock } from '@netbox/core/testing'
import { expect, it } from 'vitest'
import { keptFor } from './kept-for.ts'

it('keeps a value for its time, to be taken once', () => {
  const clock = fakeClock()
  const kept = keptFor<string>(1000, clock)
  kept.keep('a', 'first')
  expect(kept.take('a')).toBe('first')
  expect(kept.take('a')).toBeUndefined()
  kept.keep('b', 'second')
  clock.advance(999)
  kept.keep('c', 'third')
  expect(kept.take('b')).toBe('second')
  clock.advance(1000)
  expect(kept.take('c')).toBeUndefined()
})
