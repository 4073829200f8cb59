import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from './testing/result-of.ts'
import {
  elapsedOf,
  nothingVerified,
  progressOf,
  reduceVerification,
  secondsLeft,
  unansweredOf,
  type VerificationEvent,
} from './verification-state.ts'

const emails = ['ana@mail.example', 'info@mail.example', 'j.doe@old.example']
const said = { title: 'Verification failed', message: 'Gone.' }
const failure = { code: 'network_error', ...said, said }
const after = (...events: VerificationEvent[]) => events.reduce(reduceVerification, nothingVerified)
const started: VerificationEvent = { type: 'started', emails, at: 1000 }

describe('a verification', () => {
  it('is at 50 until the first result, then at the share of results, and at 100 at the end', () => {
    const known: VerificationEvent = { type: 'known', results: [resultOf('ana@mail.example')] }
    expect(progressOf(nothingVerified)).toBe(0)
    expect(progressOf(after(started))).toBe(50)
    expect(progressOf(after(started, known))).toBe(33)
    expect(progressOf(after(started, known, { type: 'completed', at: 2000 }))).toBe(100)
  })

  it('never shows 100 before its end, nor less than before after the first result', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (total) => {
        const list = Array.from({ length: total }, (_, at) => `a${at}@mail.example`)
        let state = after({ type: 'started', emails: list, at: 0 })
        let last = 0
        for (const email of list) {
          state = reduceVerification(state, { type: 'known', results: [resultOf(email)] })
          const now = progressOf(state)
          expect(now >= last && now < 100).toBe(true)
          last = now
        }
      }),
      { numRuns: 20 },
    )
  })

  it('loses nothing when it fails, and continues with the unanswered addresses', () => {
    const failed = after(
      started,
      { type: 'known', results: [resultOf('info@MAIL.example')] },
      { type: 'failed', failure, at: 4000 },
    )
    expect(failed.failure).toEqual(failure)
    expect(unansweredOf(failed)).toEqual(['ana@mail.example', 'j.doe@old.example'])
    const resumed = reduceVerification(failed, { type: 'resumed', at: 60_000 })
    expect(resumed).toMatchObject({ phase: 'verifying', failure: undefined, results: failed.results })
    expect(elapsedOf(resumed, 61_000)).toBe(4000)
  })

  it('ignores an earlier one when another starts', () => {
    const again = after(started, { type: 'known', results: [resultOf('ana@mail.example')] }, { ...started, at: 9000 })
    expect(again).toMatchObject({ results: [], spent: 0, since: 9000 })
  })

  it('estimates the rest by the pace so far, and not by one answer', () => {
    const one = after(started, { type: 'known', results: [resultOf('ana@mail.example')] })
    expect(secondsLeft(one, 5000)).toBeUndefined()
    const two = reduceVerification(one, { type: 'known', results: [resultOf('info@mail.example')] })
    expect(secondsLeft(two, 5000)).toBe(2)
  })
})
