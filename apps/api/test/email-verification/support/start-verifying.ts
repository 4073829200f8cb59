import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Open } from '../../support/database.ts'
import { type FakeVerifier, fakeVerifier, found } from '../../support/fake-verifier.ts'
import { type SetClock, setClock } from '../../support/set-clock.ts'
import { startApi, type TestAnswer, type TestApi, type TestUser } from '../../support/start-api.ts'

type Answer = NonNullable<Parameters<typeof fakeVerifier>[0]>

/** The stream of results. */
export const NDJSON = { accept: 'application/x-ndjson' }

/** Creates addresses of people at a domain. */
export const list = (count: number, domain = 'mail.example'): string[] =>
  Array.from({ length: count }, (_, index) => `user${index}@${domain}`)

let domains = 0
/** Creates a domain that no test has used. */
export const freshDomain = (): string => `d${(domains += 1)}.example`

/** A service that runs during its suite, with the test's mail servers. */
export interface Verifying {
  readonly api: TestApi
  readonly clock: SetClock
  readonly verifier: FakeVerifier
  /** The replies of mail servers; at the start of each test, every address exists. */
  answer: Answer
  readonly verify: (
    emails: readonly string[],
    who?: { readonly bearer?: string },
    headers?: Readonly<Record<string, string>>,
  ) => Promise<TestAnswer<'email.verify'>>
  readonly history: (who: TestUser, query?: object) => Promise<TestAnswer<'email.history'>['body']['data']>
  /** The used part of a user's monthly limit; undefined before the first verification. */
  readonly monthOf: (who: TestUser) => Promise<{ reserved: number; verified: number } | undefined>
}

/** Starts such a service for the calling suite. */
export const startVerifying = (open: Open): Verifying => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const verifier = fakeVerifier((email, options) => verifying.answer(email, options))
  const usual: Answer = (email) => found(email)
  let api: TestApi
  const verifying: Verifying = {
    get api() {
      return api
    },
    clock,
    verifier,
    answer: usual,
    verify: (emails, { bearer } = {}, headers = {}) =>
      api.call('email.verify', { body: { emails }, headers, ...(bearer === undefined ? {} : { bearer }) }),
    history: async ({ bearer }, query = {}) => (await api.call('email.history', { bearer, query })).body.data,
    monthOf: ({ id }) =>
      api.core.database.queries
        .selectFrom('verification_months')
        .select(['reserved', 'verified'])
        .where('user_id', '=', id)
        .executeTakeFirst(),
  }
  beforeAll(async () => {
    await open()
    api = await startApi({ databaseUrl: open.url(), clock, verifier })
  })
  beforeEach(() => {
    verifying.answer = usual
    verifier.asked.length = 0
  })
  afterAll(() => api.stop())
  return verifying
}
