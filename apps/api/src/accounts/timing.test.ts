import { expect, it } from 'vitest'
import { accountsOver, freshDevice, freshEmail, PASSWORD, refusalOf } from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { createPasswords } from './passwords.ts'

const SAMPLES = 250

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await refusalOf(work())
  return performance.now() - start
}

/** The odds that a known address takes longer than an unknown one: 0.5 when time tells nothing. Source: Mann and Whitney. */
const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let wins = 0
  for (const one of known) for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

/** Measures both kinds in turn, which of them first by turns too, so that whatever else the machine does meets both alike. */
const measure = async (attempt: (email: string) => Promise<unknown>, known: readonly string[]): Promise<number> => {
  const times: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] }
  for (const [index, email] of known.entries()) {
    const pairs = [['known', email] as const, ['unknown', freshEmail()] as const]
    for (const [kind, address] of index % 2 === 0 ? pairs : pairs.toReversed())
      times[kind].push(await took(() => attempt(address)))
  }
  return areaUnderCurve(times.known, times.unknown)
}

describeOnEveryEngine('time', (open) => {
  it('does not tell whether an address is known: login, recover, resend', { timeout: 180_000 }, async () => {
    const database = await open()
    // With today's cost, stored hashes and the dummy are the same work; the cheap ones of the fixture are not.
    const passwords = createPasswords()
    const hash = await passwords.hash(PASSWORD)
    const cheap = await accountsOver(database, { mail: true })
    // For each measurement others, because an address that was asked about before has its limits half used, known or not.
    const addUsers = async (): Promise<readonly string[]> => {
      const emails = Array.from({ length: SAMPLES }, freshEmail)
      for (const email of emails) await cheap.accounts.createUser({ email, password: PASSWORD, plan: 'free' })
      await database.queries.updateTable('users').set({ password_hash: hash }).execute()
      return emails
    }
    const { accounts } = await accountsOver(database, { mail: true, passwords, clock: cheap.clock })
    const attempts = {
      login: (email: string) => accounts.login({ email, password: 'wrong one', device: freshDevice() }),
      recover: (email: string) => accounts.recover(email),
      resend: (email: string) => accounts.resend(email),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      const area = await measure(attempt, await addUsers())
      console.info(`${database.engine}: time of ${name} tells known from unknown addresses with AUC ${area.toFixed(3)}`)
      expect(area, name).toBeGreaterThan(0.4)
      expect(area, name).toBeLessThan(0.6)
    }
  })
})
