import { expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { type SetClock, setClock } from '../../test/support/set-clock.ts'
import type { Database } from '../database/database.ts'
import { createRateLimits, memoryCountStore } from '../rate-limits/rate-limits.ts'
import { databaseRateStore } from '../rate-limits/repository.ts'
import { createSharedLimits } from './limits.ts'
import { createDigest } from './caches.ts'

const log = { warn: () => undefined }
const digest = createDigest(Buffer.alloc(32, 7))
const patient = new AbortController().signal

describeOnEveryEngine('limits that processes share', (open) => {
  const limitsOver = (database: Database, clock: SetClock = setClock('2026-11-20T08:00:00Z')) =>
    createSharedLimits({
      database,
      rateLimits: createRateLimits({ shared: databaseRateStore(database), local: memoryCountStore(), clock }),
      clock,
      digest,
      log,
    })

  it('allow two connections at a time over all processes, and the next one when one ends', async () => {
    const processes = [limitsOver(await open()), limitsOver(await open()), limitsOver(await open())]
    let inside = 0
    let most = 0
    const visit = async (index: number): Promise<void> => {
      const leave = await processes[index % 3]?.enter('192.0.2.1', patient)
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      leave?.()
      leave?.()
    }
    await Promise.all(Array.from({ length: 24 }, (_, index) => visit(index)))
    expect(most).toBeLessThanOrEqual(2)
    await Promise.all(processes.map((limits) => limits.settle()))
    // All slots are free again.
    const [one] = processes
    const both = [await one?.enter('192.0.2.1', patient), await one?.enter('192.0.2.1', patient)]
    for (const leave of both) leave?.()
    await one?.settle()
  })

  it('block a third connection while two are open, from any process, until one ends', async () => {
    const [one, other] = [limitsOver(await open()), limitsOver(await open())]
    const leave = await one.enter('192.0.2.7', patient)
    const second = await other.enter('192.0.2.7', patient)
    let isIn = false
    const third = other.enter('192.0.2.7', patient).then((out) => {
      isIn = true
      return out
    })
    // Each iteration takes as long as `third` would need to enter.
    for (let visit = 0; visit < 5; visit += 1) {
      const out = await other.enter('192.0.2.8', patient)
      out()
      await other.settle()
    }
    expect(isIn).toBe(false)
    leave()
    const out = await third
    out()
    second()
    await Promise.all([one.settle(), other.settle()])
  })

  it('allow exactly sixty recipient checks a minute over all processes', async () => {
    const [one, other] = [limitsOver(await open()), limitsOver(await open())]
    const leave = await one.enter('192.0.2.2', patient)
    const turns = await Promise.all(
      Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? one : other).turn('192.0.2.2')),
    )
    // `enter` has used one of the sixty recipient checks.
    expect(turns.filter(Boolean)).toHaveLength(59)
    leave()
    await one.settle()
  })

  it('let no server wait for another', async () => {
    const limits = limitsOver(await open())
    const leave = [await limits.enter('192.0.2.3', patient), await limits.enter('192.0.2.3', patient)]
    const other = await limits.enter('192.0.2.4', patient)
    for (const out of [...leave, other]) out()
    await limits.settle()
  })

  it('release an aborted waiter, at any position in the queue', async () => {
    const limits = limitsOver(await open())
    const leave = [await limits.enter('192.0.2.5', patient), await limits.enter('192.0.2.5', patient)]
    const [first, second] = [new AbortController(), new AbortController()]
    const waiting = [first.signal, second.signal, patient].map((signal) => limits.enter('192.0.2.5', signal))
    second.abort(new Error('second'))
    await expect(waiting[1]).rejects.toThrow('second')
    first.abort(new Error('first'))
    await expect(waiting[0]).rejects.toThrow('first')
    leave[0]?.()
    const last = await waiting[2]
    last?.()
    leave[1]?.()
    await limits.settle()
    await expect(limits.enter('192.0.2.5', first.signal)).rejects.toThrow('first')
  })

  it('free the slot of an ended process after five minutes', async () => {
    const clock = setClock('2026-11-20T09:00:00Z')
    const gone = limitsOver(await open(), clock)
    await gone.enter('192.0.2.6', patient)
    await gone.enter('192.0.2.6', patient)
    const limits = limitsOver(await open(), clock)
    const waiting = limits.enter('192.0.2.6', patient)
    clock.advance(5 * 60_000 + 1)
    const leave = await waiting
    leave()
    await limits.settle()
  })

  it('count each local part of a domain once a day over all processes, and store no name', async () => {
    const clock = setClock('2026-11-20T10:00:00Z')
    const database = await open()
    const [one, other] = [limitsOver(database, clock), limitsOver(await open(), clock)]
    const ask = (index: number) => (index % 2 === 0 ? one : other).mayAsk('shop.example', `user${index}`)
    const answers = await Promise.all(Array.from({ length: 1010 }, (_, index) => ask(index)))
    expect(answers.filter(Boolean)).toHaveLength(1000)
    const known = answers.indexOf(true)
    expect(await ask(known)).toBe(true)
    expect(await ask(answers.indexOf(false))).toBe(false)
    expect(await one.mayAsk('other.example', 'user0')).toBe(true)
    const rows = await database.queries.selectFrom('probed_local_parts').select('id').execute()
    expect(rows).toHaveLength(1001)
    expect(JSON.stringify(rows)).not.toMatch(/user|example/)
    clock.advance(24 * 60 * 60_000)
    expect(await ask(answers.indexOf(false))).toBe(true)
  })
})
