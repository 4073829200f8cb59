import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  enter,
  LEASE,
  leave,
  MOST_CONNECTIONS,
  QUESTIONS_A_MINUTE,
  renew,
  type ServerState,
  turn,
  untouched,
} from './server-state.ts'

const MINUTE = 60_000

/** Returns the number of times in the fullest minute. */
const fullest = (times: readonly number[]): number =>
  Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + MINUTE).length))

describe('the state of a mail server', () => {
  it('never has more than two connections, nor sixty recipient checks in any minute', () => {
    const step = fc.record({
      what: fc.constantFrom('enter', 'turn', 'leave', 'renew'),
      who: fc.integer({ min: 0, max: 5 }).map(String),
      pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 }), fc.constant(MINUTE - 1)),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let state: ServerState = untouched
        let now = 1_000_000
        const asked: number[] = []
        for (const { what, who, pause } of steps) {
          now += pause
          if (what === 'leave') state = leave(state, who, now).state
          else if (what === 'renew')
            state = state.held.some(({ token }) => token === who) ? renew(state, who, now).state : state
          else {
            const before = state
            const entry = what === 'enter' ? enter(state, who, now) : turn(state, now)
            state = entry.state
            if (entry.granted) asked.push(now)
            else expect(state.held.length).toBeLessThanOrEqual(before.held.length)
          }
          expect(state.held.length).toBeLessThanOrEqual(MOST_CONNECTIONS)
          expect(state.asked.length).toBeLessThanOrEqual(QUESTIONS_A_MINUTE)
        }
        expect(fullest(asked)).toBeLessThanOrEqual(QUESTIONS_A_MINUTE)
      }),
      { numRuns: 300 },
    )
  })

  it('returns exactly when the minute has room again', () => {
    let state: ServerState = untouched
    for (let asked = 0; asked < QUESTIONS_A_MINUTE; asked += 1) state = turn(state, 1000 + asked).state
    const refused = turn(state, 5000)
    expect(refused).toMatchObject({ granted: false, wait: 56_000 })
    expect(turn(state, 5000 + 55_999).granted).toBe(false)
    expect(turn(state, 5000 + 56_000).granted).toBe(true)
  })

  it('frees the slot of a process that stopped renewing it, and keeps a renewed one', () => {
    const first = enter(untouched, 'a', 0).state
    const both = enter(first, 'b', 0).state
    expect(enter(both, 'c', LEASE - 1).granted).toBe(false)
    const renewed = renew(both, 'b', LEASE - 1).state
    const third = enter(renewed, 'c', LEASE)
    expect(third.granted).toBe(true)
    expect(third.state.held.map(({ token }) => token).toSorted()).toEqual(['b', 'c'])
  })

  it('counts no recipient check without a slot', () => {
    const both = enter(enter(untouched, 'a', 0).state, 'b', 0).state
    expect(enter(both, 'c', 10).state.asked).toHaveLength(2)
  })
})
