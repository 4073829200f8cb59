import { beforeAll, expect, it } from 'vitest'
import { accountsOver, type Fixture, freshDevice, refusalOf, signUp } from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import type { SignedIn } from './types.ts'

const SECOND = 1000

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
// Four clients use all ways, the two processes in turn. `npm run judges` has more of each.
const CLIENTS = isWhole ? 1000 : 120
const THEFTS = isWhole ? 100 : 30

/** Legitimate ways to use a refresh token; each returns the client's next session. */
const honest: readonly ((token: string, one: Fixture, other: Fixture) => Promise<SignedIn | undefined>)[] = [
  // Two tabs at the same time, with two processes; the later response is stored.
  async (token, one, other) => (await Promise.all([one.sessions.refresh(token), other.sessions.refresh(token)])).at(-1),
  // A connection that breaks before the response, and a retry at another process.
  async (token, one, other) => {
    await one.sessions.refresh(token)
    return other.sessions.refresh(token)
  },
  // Four retries.
  async (token, one, other) => {
    for (const { sessions } of [one, other, one]) await sessions.refresh(token)
    return other.sessions.refresh(token)
  },
  async (token, one) => one.sessions.refresh(token),
]

describeOnEveryEngine('refreshing over two processes', (open) => {
  let one: Fixture
  let other: Fixture
  let account: SignedIn['account']
  beforeAll(async () => {
    one = await accountsOver(await open())
    other = await accountsOver(await open(), { clock: one.clock })
    account = (await signUp(one)).account
  })

  it(`signs out 0 of ${CLIENTS} honest clients`, async () => {
    let signedOut = 0
    const use = async (index: number): Promise<void> => {
      let last = await one.sessions.start(account, freshDevice())
      for (let step = 0; step < 3; step++) {
        const [here, there] = (index + step) % 2 === 0 ? [one, other] : [other, one]
        const next = await honest[(index + step) % honest.length]?.(last.refreshToken, here, there).catch(
          () => undefined,
        )
        if (next === undefined) signedOut += 1
        else last = next
      }
      if ((await refusalOf(one.sessions.refresh(last.refreshToken))) !== 'none') signedOut += 1
    }
    for (let start = 0; start < CLIENTS; start += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => use(start + index)))
    expect(signedOut).toBe(0)
  }, 300_000)

  it(`catches ${THEFTS} of ${THEFTS} superseded tokens that an attacker uses, at once or later`, async () => {
    let caught = 0
    for (let index = 0; index < THEFTS; index++) {
      const [here, there] = index % 2 === 0 ? [one, other] : [other, one]
      const first = await here.sessions.start(account, freshDevice())
      const second = await there.sessions.refresh(first.refreshToken)
      const third = await here.sessions.refresh(second.refreshToken)
      // From at once to 99 seconds later.
      one.clock.advance(Math.round((index / (THEFTS - 1)) * 99) * SECOND)
      const stolen = await refusalOf(there.sessions.refresh(first.refreshToken))
      const isOver = (await refusalOf(here.sessions.refresh(third.refreshToken))) === 'session_not_found'
      if (stolen === 'refresh_reused' && isOver) caught += 1
    }
    expect(caught).toBe(THEFTS)
  }, 300_000)
})
