import { beforeAll, describe, expect, it } from 'vitest'
import { accountsOver, type Fixture, freshDevice, PASSWORD, refusalOf, signUp } from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { settle } from '../../../test/support/settle.ts'
import { codeAt, enrol } from '../../../test/support/second-factor.ts'
import { makeEncryptionKeys, readEncryptionKeys } from '../../config/secrets.ts'
import { createEncryption, countCiphertexts, rotateEncryption } from '../../encryption/encryption.ts'
import type { SignedIn } from '../sessions/types.ts'
import type { FactorOwner } from './codes.ts'
import { createSecondFactors } from './second-factors.ts'

const STEP = 30_000
const MINUTE = 60_000

describeOnEveryEngine('second factors', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open())
  })

  const now = () => core.clock.now()
  /** Reads a session as a request does. */
  const ownerOf = async ({ accessToken }: Pick<SignedIn, 'accessToken'>): Promise<FactorOwner> => {
    const found = await core.sessions.authenticate(accessToken)
    if (found === undefined) throw new Error('The session has ended')
    return { ...found, address: '192.0.2.1' }
  }
  const newOwner = async () => ownerOf(await signUp(core))
  const signInAgain = async ({ account }: FactorOwner) =>
    core.accounts.login({ email: account.email, password: PASSWORD, device: freshDevice() })

  /** Creates a user with a factor whose first code is used, and a session that began with only the password. */
  const withFactor = async () => {
    const owner = await newOwner()
    const enrolled = await enrol(core.secondFactors, owner, now())
    core.clock.advance(2 * STEP)
    const halfway = await signInAgain(owner)
    return { owner, halfway, waiting: await ownerOf(halfway), ...enrolled }
  }

  describe('enrolment', () => {
    it('generates a secret that an app can scan, and stores it encrypted', async () => {
      const owner = await newOwner()
      const { factor, secret, uri, qrCode } = await core.secondFactors.enrol(owner, { name: 'Phone' })
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      const params = new URL(uri).searchParams
      expect([uri.split('?')[0], params.get('secret'), params.get('issuer')]).toEqual([
        `otpauth://totp/netbox.test:${encodeURIComponent(owner.account.email)}`,
        secret,
        'netbox.test',
      ])
      expect(qrCode).toMatch(/^<svg [^#%]*<\/svg>$/)
      const row = await core.database.queries
        .selectFrom('mfa_factors')
        .selectAll()
        .where('id', '=', factor.id)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(secret)
    })

    it('has no effect until the first code was correct', async () => {
      const owner = await newOwner()
      await core.secondFactors.enrol(owner, { name: 'Phone' })
      expect(await signInAgain(owner)).toMatchObject({ needsFactor: false })
      expect(await core.secondFactors.recoveryCodes(owner.account.id)).toEqual({ left: 0, lastUsedAt: null })
    })

    it('ends with ten recovery codes, and ends the sessions that began without it', async () => {
      const owner = await newOwner()
      const other = await signInAgain(owner)
      const { codes } = await enrol(core.secondFactors, owner, now())
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
      expect(await core.sessions.authenticate(other.accessToken)).toBeUndefined()
      const again = await enrol(core.secondFactors, owner, now(), 'Tablet')
      expect(again.codes).toEqual([])
    })

    it('accepts ten factors and no duplicate name, even with concurrent requests', async () => {
      const owner = await newOwner()
      const names = Array.from({ length: 12 }, (_, index) => `App ${Math.max(0, index - 1)}`)
      const outcomes = await Promise.all(names.map((name) => refusalOf(core.secondFactors.enrol(owner, { name }))))
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(10)
      expect(await refusalOf(core.secondFactors.enrol(owner, { name: 'More' }))).toBe('limit_exceeded')
      core.clock.advance(60 * MINUTE)
      await core.secondFactors.enrol(owner, { name: 'App 0' })
      expect(await refusalOf(core.secondFactors.enrol(owner, { name: 'App 0' }))).toBe('factor_name_taken')
      await core.secondFactors.enrol(owner, { name: 'App 0', replacesPending: true })
      expect(await core.secondFactors.list(owner.account.id)).toMatchObject([{ name: 'App 0', isVerified: false }])
    })

    it('that began before the first factor was verified does not bypass it', async () => {
      const owner = await newOwner()
      await core.secondFactors.enrol(owner, { name: 'Planted' })
      await enrol(core.secondFactors, owner, now())
      expect((await core.secondFactors.list(owner.account.id)).map(({ name }) => name)).toEqual(['Phone'])
      const pending = await core.secondFactors.enrol(owner, { name: 'Tablet' })
      const waiting = await ownerOf(await signInAgain(owner))
      const first = codeAt(pending.secret, now())
      expect(await refusalOf(core.secondFactors.confirm(waiting, pending.factor.id, first))).toBe(
        'second_factor_required',
      )
    })
  })

  describe('codes', () => {
    it('continue the sign-in as a new session, so that tokens of the password alone get no more rights', async () => {
      const { waiting, halfway, secret } = await withFactor()
      expect([halfway.needsFactor, waiting.session.needsFactor]).toEqual([true, true])
      const raised = await core.secondFactors.signIn(waiting, codeAt(secret, now()))
      expect(raised).toMatchObject({ needsFactor: false })
      expect(raised.sessionId).not.toBe(halfway.sessionId)
      expect(await core.sessions.authenticate(halfway.accessToken)).toBeUndefined()
      expect((await ownerOf(raised)).session.needsFactor).toBe(false)
      const refreshed = await core.sessions.refresh(raised.refreshToken)
      expect(refreshed.needsFactor).toBe(false)
      expect(JSON.parse(Buffer.from(refreshed.accessToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
        aal: 'aal2',
        amr: [{ method: 'password' }, { method: 'totp', timestamp: Math.floor(now() / 1000) }],
      })
      expect(await refusalOf(core.sessions.refresh(halfway.refreshToken))).toBe('session_not_found')
    })

    it('may belong to the time step before or after, and to no other', async () => {
      const { owner, secret } = await withFactor()
      const at = async (steps: number) =>
        refusalOf(
          core.secondFactors.signIn(await ownerOf(await signInAgain(owner)), codeAt(secret, now() + steps * STEP)),
        )
      expect([await at(-2), await at(2), await at(-1), await at(0), await at(1)]).toEqual([
        'factor_code_invalid',
        'factor_code_invalid',
        'none',
        'none',
        'none',
      ])
      // A code of a used time step fails, and so does a code of an earlier step.
      expect([await at(1), await at(0)]).toEqual(['factor_code_invalid', 'factor_code_invalid'])
    })

    it('work once, even with concurrent tries', async () => {
      const { owner, secret, codes } = await withFactor()
      for (const code of [codeAt(secret, now()), codes[0] ?? '']) {
        const waiting = await ownerOf(await signInAgain(owner))
        const tries = Array.from({ length: 5 }, () => refusalOf(core.secondFactors.signIn(waiting, code)))
        expect((await Promise.all(tries)).filter((outcome) => outcome === 'none')).toHaveLength(1)
        core.clock.advance(5 * MINUTE)
      }
      expect(await core.secondFactors.recoveryCodes(owner.account.id)).toMatchObject({ left: 9 })
    })

    it('can be tried ten times in five minutes from a network address, over all sessions', async () => {
      const { waiting, owner, secret } = await withFactor()
      const other = await ownerOf(await signInAgain(owner))
      for (let count = 0; count < 10; count += 1)
        expect(await refusalOf(core.secondFactors.signIn(count % 2 === 0 ? waiting : other, 'not a code'))).toBe(
          'factor_code_invalid',
        )
      const right = (by = waiting) => refusalOf(core.secondFactors.signIn(by, codeAt(secret, now())))
      expect(await right()).toBe('rate_limited')
      expect(await right({ ...other, address: '192.0.2.2' })).toBe('none')
      core.clock.advance(5 * MINUTE)
      expect(await right()).toBe('none')
    })

    it('can be tried fifty times a day from new addresses; known devices and recovery codes still pass', async () => {
      const { owner, secret, codes } = await withFactor()
      const at = async (address: string) => ({ ...(await ownerOf(await signInAgain(owner))), address })
      const home = await at('198.51.100.1')
      await core.secondFactors.signIn(home, codeAt(secret, now()))
      core.clock.advance(2 * STEP)
      const stranger = await at('')
      const guess = (index: number) =>
        refusalOf(core.secondFactors.signIn({ ...stranger, address: `203.0.113.${index}` }, '000 000'))
      const guesses = Array.from({ length: 55 }, (_, index) => guess(index))
      const outcomes = await Promise.all(guesses)
      expect(outcomes.filter((outcome) => outcome === 'factor_code_invalid')).toHaveLength(50)
      expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(5)
      const right = (by: FactorOwner, code = codeAt(secret, now())) => refusalOf(core.secondFactors.signIn(by, code))
      expect(await right(await at('203.0.113.99'))).toBe('rate_limited')
      expect(await right(await at('203.0.113.99'), codes[0])).toBe('none')
      expect(await right(await at(home.address))).toBe('none')
      core.clock.advance(24 * 60 * MINUTE)
      expect(await right(await at('203.0.113.100'))).toBe('none')
    })

    it('that are wrong fifty times from new addresses cause one message to the owner a day', async () => {
      const mailing = await accountsOver(core.database, { mail: true, clock: core.clock })
      const encryption = createEncryption(core.encryptionKeys)
      const secondFactors = createSecondFactors({ ...core, encryption, outbox: mailing.outbox, issuer: '' })
      const { owner } = await withFactor()
      const stranger = await ownerOf(await signInAgain(owner))
      for (let index = 0; index < 53; index += 1)
        await refusalOf(secondFactors.signIn({ ...stranger, address: `203.0.113.${index}` }, '000000'))
      await mailing.sender.sendDue()
      expect(mailing.messages).toMatchObject([
        { to: owner.account.email, subject: 'Wrong codes at your netbox account' },
      ])
    })

    it('that are wrong in one place do not use up the challenges of another', async () => {
      const { waiting, owner, id } = await withFactor()
      const other = { ...(await ownerOf(await signInAgain(owner))), address: '192.0.2.2' }
      const outcomes = await settle(31, () => core.secondFactors.challenge(waiting, id))
      expect(outcomes.values).toHaveLength(30)
      expect(await refusalOf(core.secondFactors.challenge(other, id))).toBe('none')
    })

    it('of another user are refused', async () => {
      const [one, other] = [await withFactor(), await withFactor()]
      for (const code of [codeAt(other.secret, now()), other.codes[0] ?? ''])
        expect(await refusalOf(core.secondFactors.signIn(one.waiting, code))).toBe('factor_code_invalid')
      const challenge = core.secondFactors.challenge(one.waiting, other.id)
      expect(await refusalOf(challenge)).toBe('not_found')
      expect(await refusalOf(core.secondFactors.remove(one.owner, other.id))).toBe('not_found')
    })

    it('can still be read after a key rotation', async () => {
      const { waiting, secret } = await withFactor()
      const [fresh] = readEncryptionKeys(makeEncryptionKeys()).map(({ key }) => ({ kid: 'fresh', key }))
      if (fresh === undefined) throw new Error('No key was made')
      const ring = createEncryption([fresh, ...core.encryptionKeys])
      expect(await rotateEncryption(core.database, ring)).toMatchObject({ lost: 0 })
      expect(await countCiphertexts(core.database.queries, createEncryption([fresh]))).toMatchObject({
        old: 0,
        lost: 0,
      })
      const rotated = createSecondFactors({ ...core, encryption: createEncryption([fresh]), issuer: '' })
      await rotated.signIn(waiting, codeAt(secret, now()))
      await rotateEncryption(core.database, createEncryption([...core.encryptionKeys, fresh]))
    })
  })

  it('challenges are for one session and factor, once, and for five minutes', async () => {
    const { waiting, owner, id, secret } = await withFactor()
    const other = await ownerOf(await signInAgain(owner))
    const { id: challengeId, expiresAt } = await core.secondFactors.challenge(waiting, id)
    expect(expiresAt).toBe(now() + 5 * MINUTE)
    const verify = (by: FactorOwner, challenge = challengeId) =>
      refusalOf(core.secondFactors.verify(by, { factorId: id, challengeId: challenge, code: codeAt(secret, now()) }))
    expect(await verify(other)).toBe('factor_challenge_expired')
    const twice = await settle(2, () =>
      core.secondFactors.verify(waiting, { factorId: id, challengeId, code: codeAt(secret, now()) }),
    )
    expect(twice.values).toHaveLength(1)
    core.clock.advance(STEP)
    expect(await verify(waiting)).toBe('factor_challenge_expired')
    const late = await core.secondFactors.challenge(other, id)
    core.clock.advance(5 * MINUTE)
    expect(await verify(other, late.id)).toBe('factor_challenge_expired')
  })

  describe('removal', () => {
    it('of the last factor also removes the recovery codes and ends the other sessions', async () => {
      const { owner, halfway, id, secret } = await withFactor()
      const code = codeAt(secret, now())
      const by = (password: string, typed: string) =>
        core.secondFactors.removeWith(owner, id, { password, code: typed })
      expect(await refusalOf(by('wrong one', code))).toBe('invalid_credentials')
      expect(await refusalOf(by(PASSWORD, '000 000'))).toBe('factor_code_invalid')
      await by(PASSWORD, `${code.slice(0, 3)} ${code.slice(3)}`)
      expect(await core.sessions.authenticate(halfway.accessToken)).toBeUndefined()
      expect(await core.secondFactors.recoveryCodes(owner.account.id)).toEqual({ left: 0, lastUsedAt: null })
      expect(await signInAgain(owner)).toMatchObject({ needsFactor: false })
      const { aal, amr } = await core.database.queries
        .selectFrom('sessions')
        .select(['aal', 'amr'])
        .where('id', '=', owner.session.id)
        .executeTakeFirstOrThrow()
      expect([aal, JSON.parse(amr)]).toMatchObject(['aal1', [{ method: 'password' }]])
    })

    it('of one of two keeps the other and the codes', async () => {
      const { owner, id } = await withFactor()
      const tablet = await enrol(core.secondFactors, owner, now(), 'Tablet')
      await core.secondFactors.remove(owner, id)
      expect(await core.secondFactors.list(owner.account.id)).toMatchObject([{ id: tablet.id }])
      expect(await core.secondFactors.recoveryCodes(owner.account.id)).toMatchObject({ left: 10 })
      expect(await signInAgain(owner)).toMatchObject({ needsFactor: true })
    })

    it('of everything, for a user who has lost it, ends all sessions', async () => {
      const { owner, halfway } = await withFactor()
      const mine = await core.sessions.raiseLevel(owner, 'totp', async () => {})
      await core.secondFactors.removeLost(owner.account.id, async () => {})
      for (const { accessToken } of [halfway, mine])
        expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
      expect(await signInAgain(owner)).toMatchObject({ needsFactor: false })
      expect(await refusalOf(core.secondFactors.removeLost(owner.account.id, async () => {}))).toBe('not_found')
    })
  })

  it('recovery codes are replaced together, with the password', async () => {
    const { owner, codes } = await withFactor()
    const signIn = async (code = '') => core.secondFactors.signIn(await ownerOf(await signInAgain(owner)), code)
    const first = codes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    await signIn(first)
    expect(await core.secondFactors.recoveryCodes(owner.account.id)).toEqual({ left: 9, lastUsedAt: now() })
    const renewed = await core.secondFactors.renewRecoveryCodes(owner, PASSWORD)
    expect(await refusalOf(signIn(codes[1]))).toBe('factor_code_invalid')
    await signIn(renewed[1])
    expect(await refusalOf(core.secondFactors.renewRecoveryCodes(owner, 'wrong one'))).toBe('invalid_credentials')
    const nobody = await newOwner()
    expect(await refusalOf(core.secondFactors.renewRecoveryCodes(nobody, PASSWORD))).toBe('not_found')
  })
})
