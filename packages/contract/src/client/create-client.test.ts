import type { RunEvent, ToolRun } from '@netbox/core'
import { idle, reduceRun } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { fakeApi, json, pieces, unreachable } from '../../test/support/fake-api.ts'
import { endpoints } from '../endpoints/index.ts'
import { ApiClientError } from './api-client-error.ts'
import { createClient } from './create-client.ts'

const rejection = async (work: Promise<unknown>): Promise<ApiClientError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiClientError)) throw new Error('It did not fail as it should.', { cause: error })
  return error
}

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const events = (...items: readonly unknown[]): Response =>
  new Response(pieces(...items.map((item) => `event: x\ndata: ${JSON.stringify(item)}\n\n: still here\n\n`)), {
    headers: { 'content-type': 'text/event-stream' },
  })

describe('calls', () => {
  it('send method, path, parameters, query and body of the endpoint', async () => {
    const api = fakeApi(json({ ok: true }))
    const client = createClient({ fetch: api.fetch })
    await client.call('tokens.revoke', { params: { id: 'a/b ?' } })
    await client.call('email.history', { query: { page: 2 } })
    await client.call('auth.login', { body: { email: 'ana@mail.example', password: 'x' } })
    expect(api.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['DELETE', '/api/tokens/a%2Fb%20%3F', undefined],
      ['GET', '/api/email/history?page=2', undefined],
      ['POST', '/api/auth/login', { email: 'ana@mail.example', password: 'x' }],
    ])
    expect(api.seen[2]?.headers.get('content-type')).toBe('application/json')
    expect(api.seen[0]?.headers.get('content-type')).toBeNull()
  })

  it('go to the base address, with or without a trailing slash', async () => {
    const api = fakeApi(json({ ip: '192.0.2.1' }))
    await createClient({ baseUrl: 'https://netbox.example/api/', fetch: api.fetch }).call('ip.get')
    expect(api.seen[0]?.path).toBe('https://netbox.example/api/ip')
  })

  it('send the token as a bearer, except login, register and refresh', async () => {
    const api = fakeApi(json({ ok: true }))
    const client = createClient({ fetch: api.fetch, session: { token: () => 'secret' } })
    const without: string[] = []
    for (const { id } of endpoints) {
      // Any endpoint accepts these options, whatever its definition says.
      await client.call(id as 'tokens.revoke', { params: { id: 'x' } })
      if (api.seen.at(-1)?.headers.get('authorization') !== 'Bearer secret') without.push(id)
    }
    expect(without).toEqual(['auth.register', 'auth.login', 'auth.refresh'])
  })

  it('send no header without a token', async () => {
    const api = fakeApi(json({}))
    await createClient({ fetch: api.fetch, session: { token: () => undefined } }).call('usage.list')
    expect(api.seen[0]?.headers.has('authorization')).toBe(false)
  })

  it('do not compile with an id, a body or a parameter that the contract does not have', () => {
    const client = createClient()
    // @ts-expect-error there is no such endpoint
    expectTypeOf(client.call).toBeCallableWith('auth.nothing')
    // @ts-expect-error the password is missing
    expectTypeOf(client.call<'auth.login'>).toBeCallableWith('auth.login', { body: { email: 'a' } })
    // @ts-expect-error the id is missing
    expectTypeOf(client.call<'tokens.revoke'>).toBeCallableWith('tokens.revoke')
    expectTypeOf(client.call<'auth.logout'>).toBeCallableWith('auth.logout')
    expectTypeOf(client.call<'usage.list'>).returns.resolves.toHaveProperty('usage')
  })
})

describe('failures', () => {
  it('name the path when the server is unreachable', async () => {
    const error = await rejection(createClient({ fetch: fakeApi(unreachable()).fetch }).call('auth.verify'))
    expect(error.message).toBe('Cannot connect to API at /api/auth/verify. Please check server configuration.')
    expect(error.code).toBe('cannot_connect')
    expect(error.status).toBeUndefined()
  })

  it('are network errors when fetch fails in any other way, or the response breaks off', async () => {
    const text = 'Network error occurred. Please check your connection and try again.'
    const strange = await rejection(createClient({ fetch: fakeApi(new Error('odd')).fetch }).call('ip.get'))
    expect([strange.code, strange.message]).toEqual(['network_error', text])
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError('terminated')),
    })
    const broken = await rejection(createClient({ fetch: fakeApi(() => new Response(body)).fetch }).call('ip.get'))
    expect([broken.code, broken.message]).toEqual(['network_error', text])
  })

  it('are read as specified', async () => {
    const api = fakeApi(json({ error: 'E-mail ou senha incorretos.', code: 'invalid_credentials' }, 401))
    const work = createClient({ fetch: api.fetch }).call('auth.login', { body: { email: 'a', password: 'b' } })
    expect((await rejection(work)).message).toBe('Invalid email or password')
  })

  it("reject with the signal's own reason when the call is cancelled", async () => {
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    const client = createClient({ fetch: fakeApi(json({})).fetch })
    await expect(client.call('ip.get', { signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('a refused token', () => {
  const refused = json({ error: 'No.', code: 'unauthorized' }, 401)

  it('is exchanged for another once, and the call is repeated', async () => {
    const api = fakeApi(refused, json({ ip: '192.0.2.1' }))
    const renewals: string[] = []
    const session = {
      token: () => 'old',
      renew: async (token: string) => {
        renewals.push(token)
        return 'new'
      },
    }
    expect(await createClient({ fetch: api.fetch, session }).call('ip.get')).toEqual({ ip: '192.0.2.1' })
    expect(api.seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
    expect(renewals).toEqual(['old'])
  })

  it('fails when there is no other, or the other is refused too', async () => {
    const alone = fakeApi(refused)
    expect(
      (await rejection(createClient({ fetch: alone.fetch, session: { token: () => 'x' } }).call('ip.get'))).code,
    ).toBe('unauthorized')
    expect(alone.seen).toHaveLength(1)
    const twice = fakeApi(refused)
    const session = { token: () => 'x', renew: async () => 'y' }
    await rejection(createClient({ fetch: twice.fetch, session }).call('ip.get'))
    expect(twice.seen).toHaveLength(2)
  })

  it('is not assumed for a wrong password, which is never sent twice', async () => {
    const api = fakeApi(json({ error: 'No.', code: 'invalid_credentials' }, 401))
    const session = { token: () => 'x', renew: async () => 'y' }
    const body = { current_password: 'a', new_password: 'b' }
    await rejection(createClient({ fetch: api.fetch, session }).call('auth.password', { body }))
    expect(api.seen).toHaveLength(1)
  })
})

describe('runs', () => {
  it('are typed by their tool', async () => {
    const made = await fixedWorld('mx-down').run('mx-record', 'shop.example')
    const api = fakeApi(json(made))
    const run = await createClient({ fetch: api.fetch }).run('mx-record', { input: 'shop.example', seed: 'k3f9' })
    expectTypeOf(run.result.records[0]?.priority).toEqualTypeOf<number | undefined>()
    expect(run).toEqual(JSON.parse(JSON.stringify(made)))
    expect(api.seen[0]).toMatchObject({
      path: '/api/tools/mx-record/run',
      body: { input: 'shop.example', seed: 'k3f9' },
    })
  })

  it('can be watched as they happen, up to their end', async () => {
    const happened: RunEvent[] = []
    await fixedWorld().run('mx-record', 'shop.example', { onEvent: (event) => happened.push(event) })
    const api = fakeApi(events(...happened))
    const seen = await collect(createClient({ fetch: api.fetch }).watch('mx-record', { input: 'shop.example' }))
    expect(seen).toEqual(JSON.parse(JSON.stringify(happened)))
    expect(seen.reduce<ReturnType<typeof reduceRun<ToolRun>>>(reduceRun, idle).phase).toBe('succeeded')
    expect(api.seen[0]?.headers.get('accept')).toBe('text/event-stream')
  })

  it('fail as network errors when the stream ends before they do', async () => {
    const api = fakeApi(events({ type: 'progress', at: 1, progress: 10 }))
    const error = await rejection(collect(createClient({ fetch: api.fetch }).watch('ping-test', { input: 'x' })))
    expect(error.code).toBe('network_error')
  })

  it('are refused before the stream begins, with the message of the refusal', async () => {
    const api = fakeApi(json({ error: 'This tool requires a Pro or Enterprise plan.', code: 'upgrade_required' }, 403))
    const error = await rejection(collect(createClient({ fetch: api.fetch }).watch('dns-diagnostic', { input: 'x' })))
    expect([error.code, error.message]).toEqual(['upgrade_required', 'This tool requires a Pro or Enterprise plan.'])
  })
})

describe('streams', () => {
  const lines = (...texts: readonly string[]): Response =>
    new Response(pieces(...texts), { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })
  const body = { emails: ['ana@mail.example', 'eva@mail.example'] }

  it('return each result as soon as it is known', async () => {
    const api = fakeApi(
      lines('{"email":"ana@mail.example","status":"valid"}\n', '\n{"email":"eva@', 'mail.example","status":"valid"}\n'),
    )
    const results = await collect(createClient({ fetch: api.fetch }).stream('email.verify', { body }))
    expect(results.map(({ email }) => email)).toEqual(body.emails)
    expect(api.seen[0]?.headers.get('accept')).toBe('application/x-ndjson')
  })

  it('fail when a line is incomplete, after the complete results', async () => {
    const api = fakeApi(lines('{"email":"ana@mail.example","status":"valid"}\n{"em'))
    const results: unknown[] = []
    const reading = async () => {
      for await (const result of createClient({ fetch: api.fetch }).stream('email.verify', { body }))
        results.push(result)
    }
    expect((await rejection(reading())).code).toBe('invalid_response')
    expect(results).toMatchObject([{ email: 'ana@mail.example' }])
  })

  /** Reads a stream to its end, and returns the results and the error. */
  const read = async (answer: Response) => {
    const results: unknown[] = []
    try {
      const { fetch } = fakeApi(answer)
      for await (const result of createClient({ fetch }).stream('email.verify', { body })) results.push(result)
    } catch (error) {
      return { results, error }
    }
    return { results, error: undefined }
  }
  const emailsOf = (results: readonly unknown[]) => results.map((result) => Object(result).email)
  const invalid = { code: 'invalid_response', message: 'Invalid response from server' }

  it('are read from a plain JSON response too: the results, then the error', async () => {
    const results = [
      { email: 'ana@mail.example', status: 'valid' },
      { email: 'eva@mail.example', status: 'valid' },
    ]
    const plain = await read(json({ data: { results } }))
    expect([emailsOf(plain.results), plain.error]).toEqual([body.emails, undefined])
    const half = await read(json({ data: { results: results.slice(1) }, error: 'The rest failed.' }))
    expect([emailsOf(half.results), half.error]).toEqual([
      ['eva@mail.example'],
      expect.objectContaining({ message: 'The rest failed.' }),
    ])
  })

  it.each([
    ['{}', json({}), invalid],
    ['no list', json({ data: { results: {} } }), invalid],
    ['only an error', json({ error: 'No verifier.', code: 'verifier_unavailable' }), { code: 'verifier_unavailable' }],
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), invalid],
    ['nothing', new Response(null), invalid],
  ])('fail for a response with %s', async (_, answer, expected) => {
    const { results, error } = await read(answer)
    expect([results, error]).toEqual([[], expect.objectContaining(expected)])
  })

  it('lose only damaged lines, and fail at the end because of them', async () => {
    for (const damage of ['{"em', 'null', '42', '[]', '{}', '{"email":7}', '{"email":"ben@mail.example"}']) {
      const { results, error } = await read(
        lines(
          `{"email":"ana@mail.example","status":"valid"}\n${damage}\n{"email":"eva@mail.example","status":"valid"}\n`,
        ),
      )
      expect([emailsOf(results), error]).toEqual([body.emails, expect.objectContaining(invalid)])
    }
  })

  it('have defaults for missing and damaged fields, and keep further ones', async () => {
    const { results } = await read(
      lines('{"email":"ana@mail.example","status":"queued","confidence":"high","role":1,"score":3}\n'),
    )
    expect(results).toEqual([
      {
        email: 'ana@mail.example',
        status: 'queued',
        confidence: 0,
        provider: null,
        smtp_server: null,
        smtp_response_code: null,
        smtp_response_message: null,
        verification_attempts: 1,
        reason: null,
        retry_after: null,
        role: false,
        simulated: false,
        score: 3,
      },
    ])
  })

  it('end their request when the reader stops', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('{"email":"a","status":"valid"}\n')),
      cancel: () => {
        cancelled = true
      },
    })
    const answer = () => new Response(endless, { headers: { 'content-type': 'application/x-ndjson' } })
    for await (const result of createClient({ fetch: fakeApi(answer).fetch }).stream('email.verify', { body })) {
      expect(result.email).toBe('a')
      break
    }
    expect(cancelled).toBe(true)
  })
})
