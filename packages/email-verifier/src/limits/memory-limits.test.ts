import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../test/support/manual-clock.ts'
import { memoryLimits } from './memory-limits.ts'

const MINUTE = 60_000
const never = new AbortController().signal

/** Returns whether any minute has more than 60 of these instants. */
const hasFullMinute = (instants: readonly number[]): boolean =>
  instants.some((start, index) => (instants[index + 60] ?? Number.POSITIVE_INFINITY) < start + MINUTE)

describe('memoryLimits', () => {
  it('never has more than 2 open connections to a server, or 60 recipient checks in any minute', async () => {
    const caller = fc.record({
      server: fc.constantFrom('192.0.2.1', '192.0.2.2'),
      arrives: fc.integer({ min: 0, max: 40 }),
      stays: fc.integer({ min: 0, max: 20 }),
      asks: fc.integer({ min: 0, max: 30 }),
      givesUp: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(caller, { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 60, maxLength: 60 }),
        async (callers, steps) => {
          const clock = manualClock()
          const limits = memoryLimits({ clock })
          const open = new Map<string, number>()
          const questions = new Map<string, number[]>()
          const count = (server: string, by: number): void => {
            open.set(server, (open.get(server) ?? 0) + by)
            expect(open.get(server)).toBeLessThanOrEqual(2)
          }
          const put = (server: string): void => {
            const instants = questions.get(server) ?? []
            instants.push(clock.now())
            questions.set(server, instants)
          }
          const over = new AbortController()
          let step = 0
          const until = async (wanted: number): Promise<void> => {
            const isEarly = (): boolean => step < wanted && !over.signal.aborted
            while (isEarly()) await nextTurn()
          }
          const work = callers.map(async ({ server, arrives, stays, asks, givesUp }) => {
            await until(arrives)
            const patience = new AbortController()
            over.signal.addEventListener('abort', () => patience.abort())
            if (givesUp !== null) void until(arrives + givesUp).then(() => patience.abort())
            const leave = await limits.enter(server, patience.signal).catch(() => undefined)
            if (leave === undefined) return
            count(server, 1)
            put(server)
            for (let asked = 0; asked < asks; asked++) if (await limits.turn(server)) put(server)
            await until(step + stays)
            count(server, -1)
            leave()
            leave()
          })
          for (const milliseconds of steps) {
            for (let turns = 0; turns < 3; turns++) await nextTurn()
            clock.advance(milliseconds)
            step += 1
          }
          over.abort()
          await Promise.all(work)
          for (const instants of questions.values()) expect(hasFullMinute(instants)).toBe(false)
          // Without waiters, no timer prevents the process from ending.
          expect(clock.waiting()).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('allows 60 recipient checks at once, and the next when the first is a minute old', async () => {
    const clock = manualClock()
    const limits = memoryLimits({ clock })
    const leave = await limits.enter('192.0.2.1', never)
    for (let asked = 1; asked < 60; asked++) expect(await limits.turn('192.0.2.1')).toBe(true)
    expect(await limits.turn('192.0.2.1')).toBe(false)
    expect(await limits.turn('192.0.2.2')).toBe(true)
    leave()
    clock.advance(MINUTE - 1)
    expect(await limits.turn('192.0.2.1')).toBe(false)
    clock.advance(1)
    expect(await limits.turn('192.0.2.1')).toBe(true)
  })

  it('serves waiters in order, and skips aborted ones', async () => {
    const limits = memoryLimits({ clock: manualClock(), connections: 1 })
    const entered: string[] = []
    const patience = new AbortController()
    const leaveFirst = await limits.enter('192.0.2.1', never)
    const second = limits.enter('192.0.2.1', patience.signal).then(() => entered.push('second'))
    const third = limits.enter('192.0.2.1', never).then(() => entered.push('third'))
    patience.abort(new Error('Enough waited.'))
    await expect(second).rejects.toThrow('Enough waited.')
    leaveFirst()
    await third
    expect(entered).toEqual(['third'])
    await expect(limits.enter('192.0.2.1', AbortSignal.abort(new Error('No.')))).rejects.toThrow('No.')
  })

  it('counts distinct local parts of a domain per day', async () => {
    const clock = manualClock(Date.UTC(2026, 0, 1, 23))
    const limits = memoryLimits({ clock, localPartsADay: () => 2 })
    expect(await limits.mayAsk('a.test', 'ana')).toBe(true)
    expect(await limits.mayAsk('a.test', 'ben')).toBe(true)
    expect(await limits.mayAsk('a.test', 'eva')).toBe(false)
    expect(await limits.mayAsk('a.test', 'ana')).toBe(true)
    expect(await limits.mayAsk('b.test', 'eva')).toBe(true)
    clock.advance(3_600_000)
    expect(await limits.mayAsk('a.test', 'eva')).toBe(true)
  })
})
