import { createHmac, createPublicKey } from 'node:crypto'
import { fakeClock } from '@netbox/core/testing'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { makeSigningKey } from '../../../test/support/accounts.ts'
import type { JwtKey } from '../../config/secrets.ts'
import { createSigningKeys } from './signing-keys.ts'

const MINUTE = 60_000
const ISSUER = 'https://netbox.test'
const claims = { userId: 'user-1', sessionId: 'session-1' }

const ringOf = async (keys: readonly JwtKey[], clock = fakeClock()) => ({
  clock,
  keys: await createSigningKeys({ keys, issuer: ISSUER, clock }),
})

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs any content with a private key, so that only the header or the claims are wrong. */
const forge = async (key: JwtKey, header: object, payload: object, jwk?: JwtKey): Promise<string> => {
  const { x, y, d = '' } = jwk ?? key
  const privateKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d }, 'ES256')
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.kid, ...header })
    .sign(privateKey, { crit: { evil: true } })
}

describe('signing keys', () => {
  it('verify their own signatures until they expire', async () => {
    const { keys, clock } = await ringOf([makeSigningKey()])
    const token = await keys.sign(claims, 10 * MINUTE)
    expect(await keys.read(token)).toEqual(claims)
    clock.advance(10 * MINUTE - 1)
    expect(await keys.read(token)).toEqual(claims)
    clock.advance(1)
    expect(await keys.read(token)).toBeUndefined()
  })

  it('name the key, the session and the user in the token, but no rights', async () => {
    const key = makeSigningKey()
    const { keys } = await ringOf([key])
    const [header = '', payload = ''] = (await keys.sign(claims, MINUTE)).split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.kid })
    const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(said).toMatchObject({
      iss: ISSUER,
      aud: 'authenticated',
      sub: 'user-1',
      session_id: 'session-1',
    })
    expect(Object.keys(said ?? {}).toSorted()).toEqual([
      'aud',
      'exp',
      'iat',
      'is_anonymous',
      'iss',
      'role',
      'session_id',
      'sub',
    ])
  })

  it('publish only public parts', async () => {
    const key = makeSigningKey()
    const { keys } = await ringOf([key])
    const { x, y, kid, d } = key
    expect(keys.published()).toEqual({ keys: [{ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }] })
    expect(JSON.stringify(keys.published())).not.toContain(d)
  })

  it('refuse every forged token', async () => {
    const key = makeSigningKey()
    const stranger = makeSigningKey()
    const { keys, clock } = await ringOf([key])
    const now = Math.floor(clock.now() / 1000)
    const payload = {
      iss: ISSUER,
      aud: 'authenticated',
      sub: 'user-1',
      session_id: 'session-1',
      iat: now,
      exp: now + 600,
    }
    const { exp: _exp, ...endless } = payload
    const { session_id: _session, ...sessionless } = payload
    expect(await keys.read(await forge(key, {}, payload)), 'the forger can make a good one').toEqual(claims)

    const pem = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: key.x, y: key.y }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString()
    const hmac = (header: object, secret: string | Buffer): string => {
      const body = `${base64url({ typ: 'JWT', kid: key.kid, ...header })}.${base64url(payload)}`
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
    }
    const good = await keys.sign(claims, MINUTE)
    const [header = '', body = '', signature = ''] = good.split('.')
    const publicJwk = { kty: 'EC', crv: 'P-256', x: stranger.x, y: stranger.y }
    const forged: Record<string, string> = {
      none: `${base64url({ alg: 'none', typ: 'JWT', kid: key.kid })}.${base64url(payload)}.`,
      'none, in capitals, with a signature': `${base64url({ alg: 'NONE', typ: 'JWT', kid: key.kid })}.${body}.${signature}`,
      'no signature': `${header}.${body}.`,
      'HS256 with the public key as PEM': hmac({ alg: 'HS256' }, pem),
      'HS256 with the public key as x': hmac({ alg: 'HS256' }, Buffer.from(key.x, 'base64url')),
      'HS256 with the published key': hmac({ alg: 'HS256' }, JSON.stringify(keys.published().keys[0])),
      'HS256 with nothing': hmac({ alg: 'HS256' }, ''),
      'a stranger who uses our kid': await forge(key, {}, payload, stranger),
      'a stranger with a kid of their own': await forge(stranger, {}, payload),
      'a kid that is a path': await forge({ ...key, kid: '../../dev/null' }, {}, payload),
      'a kid of every object': await forge({ ...key, kid: '__proto__' }, {}, payload),
      'an empty kid': await forge({ ...key, kid: '' }, {}, payload),
      jwk: await forge(key, { jwk: publicJwk }, payload, stranger),
      'jwk, signed by us': await forge(key, { jwk: publicJwk }, payload),
      jku: await forge(key, { jku: 'https://evil.test/keys' }, payload),
      x5u: await forge(key, { x5u: 'https://evil.test/cert' }, payload),
      crit: await forge(key, { crit: ['evil'], evil: 1 }, payload),
      'another type': await forge(key, { typ: 'at+jwt' }, payload),
      expired: await forge(key, {}, { ...payload, exp: now - 1 }),
      'ends now': await forge(key, {}, { ...payload, exp: now }),
      'never ends': await forge(key, {}, endless),
      'not yet': await forge(key, {}, { ...payload, nbf: now + 60 }),
      'wrong issuer': await forge(key, {}, { ...payload, iss: 'https://evil.test' }),
      'wrong audience': await forge(key, {}, { ...payload, aud: 'other' }),
      'no session': await forge(key, {}, sessionless),
      'a session that is no text': await forge(key, {}, { ...payload, session_id: { $ne: 1 } }),
      'four parts': `${good}.${signature}`,
      'a space before': ` ${good}`,
      'a line break behind': `${good}\n`,
      'padding behind': `${good}==`,
      'much text': 'a'.repeat(100_000),
      nothing: '',
    }
    const accepted: string[] = []
    for (const [name, token] of Object.entries(forged)) if ((await keys.read(token)) !== undefined) accepted.push(name)
    expect(accepted).toEqual([])
  })

  it('refuse a token with any one character changed', async () => {
    const { keys } = await ringOf([makeSigningKey()])
    const token = await keys.sign(claims, MINUTE)
    const accepted: string[] = []
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let index = 0; index < token.length; index++) {
      const other = letters[(letters.indexOf(token[index] ?? '') + 1) % letters.length] ?? ''
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      if ((await keys.read(changed)) !== undefined) accepted.push(`${index}: ${changed}`)
    }
    expect(accepted).toEqual([])
  })

  it('rotate without a failure: announce, sign, retire', async () => {
    const [old, next] = [makeSigningKey(), makeSigningKey()]
    const clock = fakeClock()
    const end = clock.now() + 20 * MINUTE
    const { d: _secret, ...retired } = { ...old, until: end }
    const before = await ringOf([old], clock)
    const announced = await ringOf([old, next], clock)
    const signing = await ringOf([next, old], clock)
    const retiring = await ringOf([next, retired], clock)
    const stages = [before, announced, signing, retiring]
    // Two neighboring stages run at the same time during a rollout: each accepts the other's tokens.
    for (const [index, stage] of stages.entries()) {
      const neighbour = stages[index + 1] ?? stage
      for (const [one, other] of [[stage, neighbour] as const, [neighbour, stage] as const])
        expect(await other.keys.read(await one.keys.sign(claims, 10 * MINUTE)), `stage ${index}`).toEqual(claims)
    }
    const late = await before.keys.sign(claims, 60 * MINUTE)
    expect(await retiring.keys.read(late)).toEqual(claims)
    expect(retiring.keys.published().keys.map(({ kid }) => kid)).toEqual([next.kid, old.kid])
    clock.advance(20 * MINUTE)
    expect(await retiring.keys.read(late), 'although it was read before').toBeUndefined()
    expect(retiring.keys.published().keys.map(({ kid }) => kid)).toEqual([next.kid])
  })

  it('refuse an unusable ring', async () => {
    const [one, other] = [makeSigningKey(), makeSigningKey()]
    const { d: _secret, ...publicOne } = one
    await expect(ringOf([])).rejects.toThrow('private part')
    await expect(ringOf([publicOne, other])).rejects.toThrow('private part')
    await expect(ringOf([{ ...one, ...(other.d === undefined ? {} : { d: other.d }) }])).rejects.toThrow(/key/i)
  })
})
