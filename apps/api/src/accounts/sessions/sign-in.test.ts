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
} from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { recordStatements } from '../../../test/support/record-statements.ts'
import { createPasswords, type Passwords } from '../passwords/passwords.ts'
import type { VerifyType } from '../codes/verify-code.ts'
import { Refusal } from '../../refusal.ts'

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

  // Both engines get the same statements, so one is enough.
  it.runIf(open.engine === 'sqlite')(
    'takes the same work for later tries, after used-up codes and a new message',
    async () => {
      const { database, statements } = recordStatements(await open())
      const { accounts, sender, clock } = await accountsOver(database, { mail: true })
      const wrong = (email: string) => ({ email, code: 'aaaaa-aaaaa' })
      const verify = (type: VerifyType) => (email: string) =>
        accounts.verifyCode(wrong(email), type, { ...freshDevice(), isOpenToRegister: true })
      const tries = {
        confirm: (email: string) => accounts.confirm(wrong(email), freshDevice()),
        reset: (email: string) => accounts.reset(wrong(email), PASSWORD, freshDevice()),
        signup: verify('signup'),
        email: verify('email'),
        recovery: verify('recovery'),
      }
      const requests = {
        recover: accounts.recover,
        resend: accounts.resend,
        signIn: (email: string) => accounts.mailSignIn(email, {}),
      }
      const workOf = async (email: string, burn: keyof typeof tries, ask: keyof typeof requests) => {
        await accounts.recover(email)
        await sender.sendDue()
        clock.advance(1)
        const works: string[][] = []
        const attempt = async (by: keyof typeof tries) => {
          statements.length = 0
          await refusalOf(tries[by](email))
          works.push([...statements])
        }
        for (let count = 0; count < 6; count++) await attempt(burn)
        await requests[ask](email)
        await attempt(burn)
        await sender.sendDue()
        for (const by of ['confirm', 'reset', 'signup', 'email', 'recovery', burn] as const) await attempt(by)
        return works
      }
      for (const burn of ['confirm', 'reset', 'email'] as const)
        for (const ask of ['recover', 'resend', 'signIn'] as const) {
          const known = freshEmail()
          await accounts.createUser({ email: known, password: PASSWORD, plan: 'free' })
          const works = await workOf(known, burn, ask)
          expect(works[6]?.length, 'a new message allows more tries').toBeGreaterThan(works[5]?.length ?? 0)
          expect(await workOf(freshEmail(), burn, ask), `${burn}, then ${ask}`).toEqual(works)
        }
    },
  )

  it('sends no query to the database if the hash queue is full', async () => {
    const { database, statements } = recordStatements(await open())
    const busy = async (): Promise<never> => {
      throw new Refusal('busy')
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
