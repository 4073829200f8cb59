import { expect, it } from 'vitest'
import {
  accountsOver,
  freshDevice,
  freshEmail,
  PASSWORD,
  proofOf,
  refusalOf,
  signUp,
} from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Passwords } from './passwords.ts'

const NEXT = 'another horse'

describeOnEveryEngine('signing in', (open) => {
  it('costs one hash for a known and for an unknown address', async () => {
    const core = await accountsOver(await open())
    let hashes = 0
    const counted: Passwords = {
      ...core.passwords,
      verify: async (...given) => {
        hashes += 1
        return core.passwords.verify(...given)
      },
    }
    const { accounts } = await accountsOver(core.database, { passwords: counted, clock: core.clock })
    const { email } = (await signUp(core)).account
    for (const address of [email, freshEmail(), 'no address at all']) {
      hashes = 0
      await refusalOf(accounts.login({ email: address, password: 'wrong one', device: freshDevice() }))
      expect(hashes, address).toBe(1)
    }
  })

  it('fails when the password changed meanwhile', async () => {
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

  it('by a recovery code is over once the password was changed', async () => {
    const core = await accountsOver(await open(), { mail: true })
    const email = freshEmail()
    const account = await core.accounts.createUser({ email, password: PASSWORD, plan: 'free' })
    const { sessionId } = await core.accounts.login({ email, password: PASSWORD, device: freshDevice() })
    await core.accounts.recover(email)
    await core.sender.sendDue()
    const { token } = proofOf(core.letters, email)
    const session = { id: sessionId, actorId: null }
    await core.accounts.changePassword({ account, session, current: PASSWORD, next: NEXT })
    expect(await refusalOf(core.accounts.reset({ token }, 'the thief’s own'))).toBe('token_invalid')
    expect(await refusalOf(core.accounts.login({ email, password: NEXT, device: freshDevice() }))).toBe('none')
  })
})
