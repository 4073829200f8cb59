import { expect, it } from 'vitest'
import {
  accountsOver,
  CHEAP,
  freshDevice,
  freshEmail,
  PASSWORD,
  proofOf,
  refusalOf,
  signUp,
} from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { recordStatements } from '../../test/support/record-statements.ts'
import { AccountError } from './account-error.ts'
import { createPasswords, type Passwords } from './passwords.ts'

const NEXT = 'another horse'

describeOnEveryEngine('signing in', (open) => {
  // With the same work, response times reveal nothing: `npm run bench:timing` measures them.
  it('takes the same work for known and unknown addresses, as do mail requests and typed codes', async () => {
    const { database, statements } = recordStatements(await open())
    const passwords = createPasswords({ cost: CHEAP })
    let hashes = 0
    const counted: Passwords = {
      ...passwords,
      verify: (...given) => {
        hashes += 1
        return passwords.verify(...given)
      },
      hash: (...given) => {
        hashes += 1
        return passwords.hash(...given)
      },
    }
    const { accounts, sender } = await accountsOver(database, { mail: true, passwords: counted })
    const email = freshEmail()
    await accounts.createUser({ email, password: PASSWORD, plan: 'free' })
    const workOf = async (attempt: () => Promise<unknown>) => {
      hashes = 0
      statements.length = 0
      await refusalOf(attempt())
      return { hashes, statements: [...statements] }
    }
    const login = (address: string) => accounts.login({ email: address, password: 'wrong one', device: freshDevice() })
    const code = 'aaaaa-aaaaa'
    const confirm = (address: string) => accounts.confirm({ email: address, code }, freshDevice())
    const reset = (address: string) => accounts.reset({ email: address, code }, PASSWORD, freshDevice())
    for (const attempt of [login, accounts.recover, accounts.resend, confirm, reset]) {
      // Mails a code to the known address, so that there is a code to compare.
      await sender.sendDue()
      const known = await workOf(() => attempt(email))
      expect(known.hashes).toBe(attempt === login ? 1 : 0)
      expect(known.statements.length).toBeGreaterThan(2)
      expect(await workOf(() => attempt(freshEmail()))).toEqual(known)
    }
    expect(await workOf(() => login('no address at all'))).toEqual(await workOf(() => login(freshEmail())))
  })

  it('sends no query to the database if the hash queue is full', async () => {
    const { database, statements } = recordStatements(await open())
    const busy = async (): Promise<never> => {
      throw new AccountError('busy')
    }
    const { accounts } = await accountsOver(database, {
      passwords: { ...createPasswords({ cost: CHEAP }), admit: busy },
    })
    statements.length = 0
    const login = accounts.login({ email: freshEmail(), password: PASSWORD, device: freshDevice() })
    expect([await refusalOf(login), statements]).toEqual(['busy', []])
  })

  it('fails if the password changed in the meantime', async () => {
    const core = await accountsOver(await open())
    const { account, sessionId } = await signUp(core)
    const session = { id: sessionId, actorId: null }
    const slow: Passwords = {
      ...core.passwords,
      verify: async (...given) => {
        const verdict = await core.passwords.verify(...given)
        await core.accounts.changePassword({ account, session, current: PASSWORD, next: NEXT })
        return verdict
      },
    }
    const { accounts } = await accountsOver(core.database, { passwords: slow, clock: core.clock })
    const login = accounts.login({ email: account.email, password: PASSWORD, device: freshDevice() })
    expect(await refusalOf(login)).toBe('invalid_credentials')
  })

  it('by a recovery code fails once the password was changed', async () => {
    const core = await accountsOver(await open(), { mail: true })
    const email = freshEmail()
    const account = await core.accounts.createUser({ email, password: PASSWORD, plan: 'free' })
    const { sessionId } = await core.accounts.login({ email, password: PASSWORD, device: freshDevice() })
    await core.accounts.recover(email)
    await core.sender.sendDue()
    const { token } = proofOf(core.messages, email)
    const session = { id: sessionId, actorId: null }
    await core.accounts.changePassword({ account, session, current: PASSWORD, next: NEXT })
    expect(await refusalOf(core.accounts.reset({ token }, 'the thief’s own', freshDevice()))).toBe('token_invalid')
    expect(await refusalOf(core.accounts.login({ email, password: NEXT, device: freshDevice() }))).toBe('none')
  })
})
