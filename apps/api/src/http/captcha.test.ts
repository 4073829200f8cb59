import { type CaptchaChallenge, type CaptchaPurpose, captchaChallenge } from '@netbox/contract'
import { fakeClock } from '@netbox/core/testing'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { captchaOf, solutionOf, solveCaptcha } from '../../test/support/solve-captcha.ts'
import { makeEncryptionKeys, readEncryptionKeys } from '../config/secrets.ts'
import { CAPTCHA_LIFETIME, createCaptcha, captchaKeys } from './captcha.ts'

const REGISTER: CaptchaPurpose = 'auth.register'
const secrets = readEncryptionKeys(makeEncryptionKeys())
const otherSecrets = readEncryptionKeys(makeEncryptionKeys())

const captchaWith = (keys = secrets, iterations = 2) => {
  const clock = fakeClock()
  const noted = new Map<string, number>()
  const noteUse = async (nonce: string, until: number) => {
    if (noted.has(nonce)) return false
    noted.set(nonce, until)
    return true
  }
  return { clock, noted, captcha: createCaptcha({ keys: captchaKeys(keys), clock, noteUse, iterations }) }
}

describe('a proof of work', () => {
  const { captcha: maker } = captchaWith()
  let challenge: CaptchaChallenge
  let solution: Awaited<ReturnType<typeof solutionOf>>
  let solved: string
  beforeAll(async () => {
    challenge = await maker.challenge(REGISTER)
    solution = await solutionOf(challenge)
    solved = captchaOf(challenge, solution)
  })

  it('counts once', async () => {
    const { captcha } = captchaWith()
    expect(await captcha.use(REGISTER, solved)).toBe(true)
    expect(await captcha.use(REGISTER, solved)).toBe(false)
  })

  it('counts once however it is written', async () => {
    const { captcha } = captchaWith()
    expect(await captcha.use(REGISTER, solved)).toBe(true)
    const { parameters, signature } = challenge
    const written = [
      captchaOf({ signature, parameters: { ...parameters, more: 1 } }, { ...solution, took: 5 }),
      Buffer.from(solved, 'base64').toString('base64url'),
      captchaOf({ signature, parameters: { ...parameters, nonce: parameters.nonce.toUpperCase() } }, solution),
      captchaOf({ signature, parameters }, { ...solution, counter: solution.counter + 1 }),
    ]
    for (const text of written) expect(await captcha.use(REGISTER, text)).toBe(false)
  })

  it('counts only for its own purpose, and is not used up elsewhere', async () => {
    const { captcha } = captchaWith()
    expect(await captcha.use('email.verify', solved)).toBe(false)
    expect(await captcha.use(REGISTER, solved)).toBe(true)
  })

  it('is valid for exactly ten minutes, and is remembered for longer', async () => {
    const { captcha, clock, noted } = captchaWith()
    clock.advance(CAPTCHA_LIFETIME - 1000)
    expect(await captcha.use(REGISTER, solved)).toBe(true)
    expect([...noted.values()][0]).toBeGreaterThan(challenge.parameters.data.expires * 1000)
    const late = captchaWith()
    late.clock.advance(CAPTCHA_LIFETIME)
    expect(await late.captcha.use(REGISTER, solved)).toBe(false)
    expect(late.noted.size).toBe(0)
  })

  it('is refused when another service made it, and accepted during a key rotation', async () => {
    expect(await captchaWith(otherSecrets).captcha.use(REGISTER, solved)).toBe(false)
    expect(await captchaWith([...otherSecrets, ...secrets]).captcha.use(REGISTER, solved)).toBe(true)
  })

  it('is refused when any signed part was changed', async () => {
    const { captcha, noted } = captchaWith()
    const { parameters, signature } = challenge
    const { data } = parameters
    const changes: Partial<CaptchaChallenge['parameters']>[] = [
      { cost: 1 },
      { keyPrefix: '00' },
      { keySignature: '00'.repeat(32) },
      { nonce: '00'.repeat(16) },
      { salt: '00'.repeat(16) },
      { data: { ...data, expires: data.expires + 1 } },
      { data: { ...data, purpose: 'email.verify' } },
    ]
    for (const change of changes) {
      const changed = captchaOf({ signature, parameters: { ...parameters, ...change } }, solution)
      expect(await captcha.use(change.data?.purpose ?? REGISTER, changed), JSON.stringify(change)).toBe(false)
    }
    for (const other of ['', '00'.repeat(32), signature.slice(2)])
      expect(await captcha.use(REGISTER, captchaOf({ signature: other, parameters }, solution))).toBe(false)
    expect(noted.size).toBe(0)
  })

  it('is refused without its work, and can still be solved afterwards', async () => {
    const { captcha } = captchaWith()
    const guess = '00'.repeat(32)
    for (const wrong of [undefined, {}, { counter: 1, derivedKey: guess }, { ...solution, derivedKey: guess }])
      expect(await captcha.use(REGISTER, captchaOf(challenge, wrong))).toBe(false)
    expect(await captcha.use(REGISTER, solved)).toBe(true)
  })

  it('is refused without an exception if it is malformed', async () => {
    const { captcha, noted } = captchaWith()
    const garbage = ['', ' ', 'null', '{}', btoa('{'), btoa('[]'), btoa('null'), btoa('{"challenge":null}'), '\ufffd']
    for (const text of [undefined, ...garbage]) expect(await captcha.use(REGISTER, text)).toBe(false)
    // The payloads of the library's first version, and of a widget in test mode.
    for (const old of [{ algorithm: 'SHA-256', challenge: '', number: 1, salt: '', signature: '' }, { test: true }])
      expect(await captcha.use(REGISTER, btoa(JSON.stringify(old)))).toBe(false)
    const anything = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.json().map((text) => Buffer.from(text).toString('base64')),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        expect(await captcha.use(REGISTER, text)).toBe(false)
      }),
    )
    expect(noted.size).toBe(0)
  })
})

describe('a challenge', () => {
  it('has the shape of the contract, is unique, and contains nothing unnecessary', async () => {
    const { captcha, clock } = captchaWith()
    const [first, second] = [await captcha.challenge(REGISTER), await captcha.challenge('email.verify')]
    expect(v.parse(captchaChallenge, first)).toEqual(first)
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce)
    expect(first.parameters.data).toEqual({ purpose: REGISTER, expires: (clock.now() + CAPTCHA_LIFETIME) / 1000 })
    expect(first.parameters).not.toHaveProperty('counter')
  })

  it('takes work: a few hundred derivations of 5,000 iterations', async () => {
    const noteUse = async () => true
    const captcha = createCaptcha({ keys: captchaKeys(secrets), clock: fakeClock(), noteUse })
    expect((await captcha.challenge(REGISTER)).parameters.cost).toBe(5000)
    // The number of tries does not depend on the iterations of each.
    const { counter } = await solutionOf(await captchaWith().captcha.challenge(REGISTER))
    expect(counter).toBeGreaterThanOrEqual(300)
    expect(counter).toBeLessThanOrEqual(900)
  })
})

describe('captchaKeys', () => {
  it('are two, of 32 bytes, the same in every process, and reveal nothing about the secret', () => {
    const [first] = captchaKeys(secrets)
    const texts = Object.values(first ?? {})
    expect(new Set(texts).size).toBe(2)
    for (const text of texts) expect(Buffer.from(text, 'base64url')).toHaveLength(32)
    expect(captchaKeys(secrets)).toEqual([first])
    expect(texts).not.toContain(Buffer.from(secrets[0]?.key ?? []).toString('base64url'))
    expect(captchaKeys(otherSecrets)).not.toEqual([first])
  })

  it('are required', () => {
    expect(() => captchaWith([])).toThrow(TypeError)
  })
})

it('can be solved with the client’s own tools', async () => {
  const { captcha } = captchaWith()
  expect(await captcha.use('email.verify', await solveCaptcha(await captcha.challenge('email.verify')))).toBe(true)
})
