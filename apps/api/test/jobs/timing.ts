import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPasswords } from '../../src/accounts/passwords/passwords.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { accountsOver, freshDevice, freshEmail, PASSWORD, refusalOf } from '../support/accounts.ts'
import { administer, findMariadb, startMariadb } from '../support/mariadb.ts'

/*
 * `npm run bench:timing`: measures whether the response time reveals a known address, and how the process handles 500 concurrent sign-ins.
 * It only reports. The tests check that the work is the same (sign-in.test.ts) and that the queue is bounded (hash-pool.test.ts).
 */

const SAMPLES = 250
const SIGN_INS = 500

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await refusalOf(work())
  return performance.now() - start
}

/** Returns the probability that a known address takes longer than an unknown one: 0.5 if time reveals nothing. Source: Mann and Whitney. */
const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let wins = 0
  for (const one of known) for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

/** Measures both kinds alternately, with alternating order, so that other load on the machine affects both equally. */
const measure = async (attempt: (email: string) => Promise<unknown>, known: readonly string[]): Promise<number> => {
  const times: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] }
  for (const [index, email] of known.entries()) {
    const pairs = [['known', email] as const, ['unknown', freshEmail()] as const]
    for (const [kind, address] of index % 2 === 0 ? pairs : pairs.toReversed())
      times[kind].push(await took(() => attempt(address)))
  }
  return areaUnderCurve(times.known, times.unknown)
}

/** The wrong codes that use up an address's tries, and those that are measured after a new message. */
const TRIES = 5
const LATER_SAMPLES = 100

/** Measures each of the five tries after five wrong codes and a new message. Returns the area for each of them. */
const measureLater = async (
  attempt: (email: string) => Promise<unknown>,
  ask: (email: string) => Promise<unknown>,
  known: readonly string[],
): Promise<readonly number[]> => {
  const times = { known: [] as number[][], unknown: [] as number[][] }
  for (const [index, email] of known.entries()) {
    const pairs = [['known', email] as const, ['unknown', freshEmail()] as const]
    for (const [kind, address] of index % 2 === 0 ? pairs : pairs.toReversed()) {
      for (let count = 0; count < TRIES; count++) await took(() => attempt(address))
      await ask(address)
      const later: number[] = []
      for (let count = 0; count < TRIES; count++) later.push(await took(() => attempt(address)))
      times[kind].push(later)
    }
  }
  const nth = (kind: keyof typeof times, index: number) => times[kind].map((later) => later[index] ?? 0)
  return Array.from({ length: TRIES }, (_, index) => areaUnderCurve(nth('known', index), nth('unknown', index)))
}

const compareAddresses = async (database: Database): Promise<void> => {
  // With the real cost, stored hashes and the dummy need the same work; the fixture's cheap hashes do not.
  const passwords = createPasswords()
  const hash = await passwords.hash(PASSWORD)
  const cheap = await accountsOver(database, { mail: true })
  // New users for each measurement, because an address with earlier tries has used part of its limits, known or not.
  const addUsers = async (length = SAMPLES): Promise<readonly string[]> => {
    const emails = Array.from({ length }, freshEmail)
    for (const email of emails) {
      const { id } = await cheap.accounts.createUser({ email, password: PASSWORD, plan: 'free' })
      // A sent code adds a comparison: the largest possible difference for a known address.
      for (const purpose of ['confirm', 'recover'] as const) await cheap.codes.make({ id, emailKey: email }, purpose)
    }
    await database.writer.updateTable('users').set({ password_hash: hash }).execute()
    return emails
  }
  const { accounts, sender } = await accountsOver(database, { mail: true, passwords, clock: cheap.clock })
  const code = 'aaaaa-aaaaa'
  const attempts = {
    login: (email: string) => accounts.login({ email, password: 'wrong one', device: freshDevice() }),
    recover: (email: string) => accounts.recover(email),
    resend: (email: string) => accounts.resend(email),
    confirm: (email: string) => accounts.confirm({ email, code }, freshDevice()),
    reset: (email: string) => accounts.reset({ email, code }, PASSWORD, freshDevice()),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const area = await measure(attempt, await addUsers())
    console.log(`${database.engine}: ${name} tells known from unknown addresses with AUC ${area.toFixed(3)}`)
  }
  const ask = async (email: string): Promise<void> => {
    await accounts.recover(email)
    await sender.sendDue()
  }
  for (const name of ['confirm', 'reset'] as const) {
    const areas = await measureLater(attempts[name], ask, await addUsers(LATER_SAMPLES))
    const shown = areas.map((area) => area.toFixed(3)).join(', ')
    console.log(`${database.engine}: ${name}, five tries after five wrong codes and a recovery: AUC ${shown}`)
  }
}

const signInTogether = async (): Promise<void> => {
  const passwords = createPasswords()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const outcomes = await Promise.all(
    Array.from({ length: SIGN_INS }, async () => ({
      code: await refusalOf(passwords.verify(undefined, PASSWORD)),
      after: performance.now() - start,
    })),
  )
  delay.disable()
  const refused = outcomes.filter(({ code }) => code === 'busy')
  const slowest = Math.max(...refused.map(({ after }) => after))
  console.log(
    `${SIGN_INS} sign-ins at once: ${refused.length} refused within ${slowest.toFixed(1)} ms, ` +
      `event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  )
}

const compareOnSqlite = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-timing-'))
  const database = await openDatabase(`sqlite:${join(folder, 'netbox.sqlite')}`)
  await compareAddresses(database)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

const compareOnMariadb = async (): Promise<void> => {
  if (findMariadb() === undefined) return console.log('mysql: not measured, MariaDB is not installed')
  const server = await startMariadb()
  await administer(server.port, 'create database netbox')
  const database = await openDatabase(server.url('netbox'))
  await compareAddresses(database)
  await database.close()
  await server.stop()
}

await signInTogether()
await compareOnSqlite()
await compareOnMariadb()
