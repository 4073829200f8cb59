import { describe, expect, it } from 'vitest'
import { fakeApi, json } from '../../test/support/fake-api.ts'
import type { CaptchaChallenge } from '../entities/captcha.ts'
import { createClient } from './create-client.ts'
import { createSession } from './create-session.ts'

const refused = json({ error: 'Please complete the security verification first.', code: 'captcha_required' }, 403)
const challenge: CaptchaChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    nonce: '00',
    salt: '01',
    keyLength: 32,
    keyPrefix: '02',
    keySignature: '03',
    data: { purpose: 'auth.register', expires: 1_763_625_600 },
  },
  signature: '04',
}
const body = { email: 'ana@mail.example', password: 'correct horse' }
const registered = json({ confirmation_required: true, email: body.email, message: 'Check your email.' }, 201)
const solver = (answer: string | undefined) => {
  const challenges: unknown[] = []
  return {
    challenges,
    solve: async (asked: unknown) => {
      challenges.push(asked)
      return answer
    },
  }
}

describe('a call that asks for a captcha', () => {
  it('is sent once more, with the solution of its own challenge', async () => {
    const api = fakeApi(refused, json(challenge), registered)
    const { challenges, solve } = solver('solved')
    const client = createClient({ fetch: api.fetch, solveCaptcha: solve })
    await client.call('auth.register', { body })
    expect(api.seen.map(({ method, path, body: sent }) => [method, path, sent])).toEqual([
      ['POST', '/api/auth/register', body],
      ['GET', '/api/captcha/challenge?purpose=auth.register', undefined],
      ['POST', '/api/auth/register', { ...body, captcha: 'solved' }],
    ])
    expect(challenges).toEqual([challenge])
  })

  it('that is a sign-in is sent once more beyond its account’s limit', async () => {
    const limited = json({ error: 'Too many requests.', code: 'rate_limited' }, 429)
    const api = fakeApi(limited, json(challenge), limited)
    const session = createSession({ fetch: api.fetch, solveCaptcha: solver('solved').solve })
    await expect(session.login(body.email, body.password)).rejects.toHaveProperty('code', 'rate_limited')
    expect(api.seen.map(({ path }) => path)).toEqual([
      '/api/auth/login',
      '/api/captcha/challenge?purpose=auth.login',
      '/api/auth/login',
    ])
    expect(api.seen.at(-1)?.body).toEqual({ ...body, captcha: 'solved' })
  })

  it('fails when the solution is refused too, without endless retries', async () => {
    const api = fakeApi(refused, json(challenge), refused)
    const work = createClient({ fetch: api.fetch, solveCaptcha: solver('wrong').solve }).call('auth.register', { body })
    await expect(work).rejects.toHaveProperty('code', 'captcha_required')
    expect(api.seen).toHaveLength(3)
  })

  it('is refused without a solver, and by a solver that gives up', async () => {
    const alone = fakeApi(refused)
    const work = createClient({ fetch: alone.fetch }).call('auth.register', { body })
    await expect(work).rejects.toMatchObject({ code: 'captcha_required', status: 403 })
    expect(alone.seen).toHaveLength(1)
    const api = fakeApi(refused, json(challenge))
    const options = { fetch: api.fetch, solveCaptcha: solver(undefined).solve }
    await expect(createClient(options).call('auth.register', { body })).rejects.toHaveProperty(
      'code',
      'captcha_required',
    )
    expect(api.seen).toHaveLength(2)
  })

  it('is refused with the solver’s error', async () => {
    const api = fakeApi(refused, json(challenge))
    const cause = new Error('no worker')
    const solveCaptcha = async () => {
      throw cause
    }
    const work = createClient({ fetch: api.fetch, solveCaptcha }).call('auth.register', { body })
    await expect(work).rejects.toMatchObject({ code: 'captcha_required', cause })
  })

  it("rejects with the signal's own reason when it is cancelled while the challenge is solved", async () => {
    const controller = new AbortController()
    const api = fakeApi(refused, json(challenge))
    const solveCaptcha = async (_: unknown, signal?: AbortSignal) => {
      controller.abort(new Error('enough'))
      throw signal?.reason
    }
    const client = createClient({ fetch: api.fetch, solveCaptcha })
    await expect(client.call('auth.register', { body, signal: controller.signal })).rejects.toThrow('enough')
  })

  it('may stream, and may be a registration of a session', async () => {
    const line = JSON.stringify({ email: 'a@mail.example', status: 'valid' })
    const streamed = new Response(`${line}\n`, { headers: { 'content-type': 'application/x-ndjson' } })
    const verifying = fakeApi(refused, json(challenge), streamed)
    const client = createClient({ fetch: verifying.fetch, solveCaptcha: solver('solved').solve })
    const results: unknown[] = []
    for await (const result of client.stream('email.verify', { body: { emails: ['a@mail.example'] } }))
      results.push(result)
    expect(results).toMatchObject([{ email: 'a@mail.example', status: 'valid' }])
    expect(verifying.seen[2]?.body).toEqual({ emails: ['a@mail.example'], captcha: 'solved' })
    const registering = fakeApi(refused, json(challenge), registered)
    const session = createSession({ fetch: registering.fetch, solveCaptcha: solver('solved').solve })
    expect((await session.register(body.email, body.password)).kind).toBe('confirmation_required')
  })
})
