import { expect, it } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { startChild } from '../../test/support/child.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { type FakeVerifier, fakeVerifier, found, putOff } from '../../test/support/fake-verifier.ts'
import { type SetClock, setClock } from '../../test/support/set-clock.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../random.ts'
import { createMonthlyAllowance } from './monthly-allowance.ts'
import { createDigest, createResultCache } from './caches.ts'
import { verificationHistory } from './routes.ts'
import { CLAIM, createVerificationJobs } from './jobs.ts'
import { createVerifications } from './service.ts'

const MINUTE = 60_000
const digest = createDigest(Buffer.alloc(32, 7))
const counted = { inc: () => undefined }

describeOnEveryEngine('verification retries', (open) => {
  interface Parts {
    readonly database: Database
    readonly clock: SetClock
    readonly verifier: FakeVerifier
    readonly isSimulated?: boolean
    readonly isOn?: boolean
  }

  const logged: object[] = []
  const log = { warn: (fields: object) => void logged.push(fields) }

  const jobsOver = ({ database, clock, verifier, isSimulated = false, isOn = true }: Parts) => {
    const results = createResultCache({ database, clock, digest })
    const own = { results, isOn: async () => isOn, newId, counted, log }
    return createVerificationJobs({ database, clock, verifier, isSimulated, ...own })
  }

  /** Creates a user whose addresses were all deferred. */
  const putOffFor = async ({ database, clock }: Parts, emails: readonly string[], simulated = false) => {
    const id = await addUser(database)
    const verifier = fakeVerifier((email) => ({ ...putOff(email), simulated }))
    const allowance = createMonthlyAllowance({ database, clock, newId })
    const results = createResultCache({ database, clock, digest })
    const verifications = createVerifications({ database, clock, newId, verifier, results, allowance, counted })
    const user = { id, email: '', plan: 'free', isAdmin: false } as const
    for await (const result of verifications.verify(emails, user, new AbortController().signal))
      expect(result.retry_after).toBe(360)
    return id
  }

  const rowsOf = ({ queries }: Database, userId: string) =>
    queries.selectFrom('verifications').selectAll().where('user_id', '=', userId).orderBy('email').execute()
  const jobsOf = ({ queries }: Database, userId: string) =>
    queries.selectFrom('verification_jobs').selectAll().where('user_id', '=', userId).execute()
  const clear = async ({ writer }: Database) => {
    await writer.deleteFrom('verification_jobs').execute()
    await writer.deleteFrom('verification_cache').execute()
  }

  const parts = async (answer?: Parameters<typeof fakeVerifier>[0]): Promise<Parts> => {
    const database = await open()
    await clear(database)
    return { database, clock: setClock('2026-11-20T08:00:00Z'), verifier: fakeVerifier(answer) }
  }

  it('wait until they are due, then update the history', async () => {
    const all = await parts((email, { attempts = 0 }) => found(email, { verification_attempts: attempts + 1 }))
    const { database, clock, verifier } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    const jobs = jobsOver(all)
    clock.advance(6 * MINUTE - 1)
    expect(await jobs.tryDue()).toBe(0)
    clock.advance(1)
    expect(await jobs.tryDue()).toBe(1)
    expect(verifier.asked).toEqual(['ana@mail.example'])
    const [row] = await rowsOf(database, user)
    expect(row).toMatchObject({
      status: 'valid',
      verification_attempts: 2,
      reason: 'mailbox_exists',
      retry_after: null,
    })
    expect(await jobsOf(database, user)).toEqual([])
    expect(await jobs.tryDue()).toBe(0)
  })

  it('are retried after 6, 30 and 75 minutes, or when the server says, and then no more', async () => {
    const pauses = [1800, 4500, 99]
    const all = await parts((email, { attempts = 0 }) => putOff(email, attempts + 1, pauses[attempts - 1] ?? null))
    const { database, clock } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    const jobs = jobsOver(all)
    for (const seconds of [360, 1800, 4500]) {
      clock.advance(seconds * 1000 - 1)
      expect(await jobs.tryDue()).toBe(0)
      clock.advance(1)
      expect(await jobs.tryDue()).toBe(1)
    }
    const [row] = await rowsOf(database, user)
    // A server that always defers gets no further tries.
    expect(row).toMatchObject({ status: 'unconfirmed', verification_attempts: 4, retry_after: null })
    expect(await jobsOf(database, user)).toEqual([])
  })

  it('show in the history when they are due: before, during, and not after the last try', async () => {
    let answer: () => void = () => undefined
    const all = await parts(async (email, { attempts = 0 }) => {
      if (attempts > 1) return found(email, { verification_attempts: attempts + 1 })
      await new Promise<void>((resolve) => (answer = resolve))
      return putOff(email, attempts + 1, 1800)
    })
    const { database, clock, verifier } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    const nextTry = async () => {
      const { items } = await verificationHistory(database)(user, { page: 1, limit: 50, q: '' })
      return items.map(({ next_try_at: at }) => at)
    }
    expect(await nextTry()).toEqual(['2026-11-20T08:06:00.000Z'])
    clock.advance(6 * MINUTE)
    const jobs = jobsOver(all)
    const trying = jobs.tryDue()
    await expect.poll(() => verifier.running).toBe(1)
    expect(await nextTry()).toEqual(['2026-11-20T08:06:00.000Z'])
    answer()
    await trying
    expect(await nextTry()).toEqual(['2026-11-20T08:36:00.000Z'])
    clock.advance(30 * MINUTE)
    await jobs.tryDue()
    expect(await nextTry()).toEqual([null])
  })

  it('run once, regardless of the number of processes', async () => {
    const all = await parts()
    const { database, clock, verifier } = all
    const emails = Array.from({ length: 10 }, (_, index) => `user${index}@mail.example`)
    for (let batch = 0; batch < 4; batch += 1)
      await putOffFor(
        all,
        emails.map((email) => `b${batch}${email}`),
      )
    clock.advance(6 * MINUTE)
    const processes = [
      jobsOver(all),
      jobsOver({ ...all, database: await open() }),
      jobsOver({ ...all, database: await open() }),
    ]
    for (let round = 0; round < 3; round += 1) await Promise.all(processes.map((jobs) => jobs.tryDue()))
    expect(verifier.asked).toHaveLength(40)
    expect(new Set(verifier.asked).size).toBe(40)
    expect(await database.queries.selectFrom('verification_jobs').selectAll().execute()).toEqual([])
  })

  it('run in batches of limited size, and report how many are due', async () => {
    const all = await parts()
    const user = Array.from({ length: 30 }, (_, index) => `user${index}@mail.example`)
    await putOffFor(all, user)
    all.clock.advance(6 * MINUTE)
    const jobs = jobsOver(all)
    expect(await jobs.tryDue()).toBe(20)
    expect(jobs.due).toBe(10)
    expect(await jobs.tryDue()).toBe(10)
    expect(jobs.due).toBe(0)
  })

  it('wait while the service is switched off', async () => {
    const all = await parts()
    await putOffFor(all, ['ana@mail.example'])
    all.clock.advance(6 * MINUTE)
    expect(await jobsOver({ ...all, isOn: false }).tryDue()).toBe(0)
    expect(all.verifier.asked).toEqual([])
    expect(await jobsOver(all).tryDue()).toBe(1)
  })

  it('are not overwritten by a process that was too slow', async () => {
    let release: () => void = () => undefined
    const all = await parts()
    const { database, clock } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    clock.advance(6 * MINUTE)
    const slow = fakeVerifier(async (email) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return found(email, { status: 'invalid', reason: 'no_mailbox' })
    })
    const trying = jobsOver({ ...all, verifier: slow }).tryDue()
    await expect.poll(() => slow.running).toBe(1)
    expect(await jobsOver(all).tryDue()).toBe(0)
    clock.advance(CLAIM)
    expect(await jobsOver(all).tryDue()).toBe(1)
    release()
    await trying
    expect(await rowsOf(database, user)).toMatchObject([{ status: 'valid' }])
  })

  it('are kept for later when the verifier fails, and the log names no address', async () => {
    const all = await parts(() => {
      throw new TypeError('secret@mail.example is strange')
    })
    const { database, clock } = all
    const user = await putOffFor(all, ['secret@mail.example'])
    clock.advance(6 * MINUTE)
    logged.length = 0
    const jobs = jobsOver(all)
    await jobs.tryDue()
    expect(logged).toMatchObject([{ failure: 'TypeError' }])
    expect(JSON.stringify(logged)).not.toContain('secret')
    expect(await jobsOf(database, user)).toMatchObject([{ claim: null, attempts: 1, due_at: clock.now() + 5 * MINUTE }])
    expect(await rowsOf(database, user)).toMatchObject([{ status: 'unconfirmed', verification_attempts: 1 }])
  })

  it('are returned at once by a process that ends, and taken by another', async () => {
    const all = await parts()
    const { database, clock } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    clock.advance(6 * MINUTE)
    const patient = fakeVerifier(
      (_email, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const ending = jobsOver({ ...all, verifier: patient })
    ending.start()
    await expect.poll(() => patient.running).toBe(1)
    await ending.stop()
    expect(await jobsOf(database, user)).toMatchObject([{ claim: null, due_at: clock.now() }])
    expect(await jobsOver(all).tryDue()).toBe(1)
    expect(await rowsOf(database, user)).toMatchObject([{ status: 'valid' }])
  })

  it('with simulated results are never sent to real servers, and the reverse', async () => {
    const all = await parts((email) => found(email, { simulated: true }))
    const { database, clock, verifier } = all
    const [real, simulated] = [await putOffFor(all, ['r@mail.example']), await putOffFor(all, ['s@mail.example'], true)]
    clock.advance(6 * MINUTE)
    expect(await jobsOver({ ...all, isSimulated: true }).tryDue()).toBe(1)
    expect(verifier.asked).toEqual(['s@mail.example'])
    expect(await jobsOf(database, simulated)).toEqual([])
    expect(await jobsOf(database, real)).toHaveLength(1)
  })

  it('are taken over from a killed process when its lease has expired', async () => {
    const all = await parts((email, { attempts = 0 }) => found(email, { verification_attempts: attempts + 1 }))
    const { database, clock, verifier } = all
    const user = await putOffFor(all, ['ana@mail.example'])
    clock.advance(6 * MINUTE)
    const child = startChild('try-jobs.ts', [open.url(), String(clock.now())])
    for await (const line of child.lines) if (line === 'asked ana@mail.example') break
    child.process.kill('SIGKILL')
    await child.ended
    expect(await jobsOf(database, user)).toMatchObject([{ due_at: clock.now() + CLAIM }])
    expect(await jobsOver(all).tryDue()).toBe(0)
    clock.advance(CLAIM)
    expect(await jobsOver(all).tryDue()).toBe(1)
    expect(verifier.asked).toEqual(['ana@mail.example'])
    expect(await rowsOf(database, user)).toMatchObject([{ status: 'valid', verification_attempts: 2 }])
    expect(await jobsOf(database, user)).toEqual([])
  })

  it('a killed run returns its unused addresses exactly once', async () => {
    const { database, clock } = await parts()
    const id = await addUser(database)
    const allowance = createMonthlyAllowance({ database, clock, newId })
    const outcome = await allowance.reserve({ id, plan: 'pro' }, 1000)
    expect(outcome.granted).toBe(true)
    const reserved = async () =>
      (
        await database.queries
          .selectFrom('verification_months')
          .select('reserved')
          .where('user_id', '=', id)
          .executeTakeFirst()
      )?.reserved
    await allowance.releaseOver()
    expect(await reserved()).toBe(1000)
    clock.advance(60 * MINUTE + 1)
    await Promise.all([allowance.releaseOver(), allowance.releaseOver(), allowance.releaseOver()])
    expect(await reserved()).toBe(0)
    if (outcome.granted) await allowance.release(outcome.run)
    expect(await reserved()).toBe(0)
  })
})
