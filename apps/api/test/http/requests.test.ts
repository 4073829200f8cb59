import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint, callAny, idsOf, isClosed } from '../support/any-endpoint.ts'
import { startApi, type TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const api = useApi({ env: { CORS_ORIGINS: 'https://app.example,https://admin.example' } })
let user: TestUser
beforeAll(async () => {
  user = await api.user({ plan: 'enterprise' })
})

const post = (
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  api.fetch(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.bearer}`, ...headers },
  })

const outcome = async (response: Response): Promise<unknown> => {
  return [response.status, ((await response.json()) as { code?: string }).code]
}

const run = '/api/tools/mx-record/run'

describe('a request without a handler', () => {
  it('is not found, as JSON, without the path', async () => {
    for (const path of ['/api/nothing', '/api', '/api/tools/', '/api/..%2f..%2fetc/passwd', '/.env']) {
      const response = await api.fetch(path)
      const text = await response.text()
      expect([response.status, JSON.parse(text).code]).toEqual([404, 'not_found'])
      expect(text).not.toContain(path)
    }
  })

  it('lists the allowed methods', async () => {
    const response = await api.fetch('/api/tools', { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('HEAD, GET')
    expect(await outcome(response)).toEqual([405, 'method_not_allowed'])
    const options = await api.fetch(run, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'POST'])
    expect(await outcome(await api.fetch('/metrics', { method: 'POST' }))).toEqual([405, 'method_not_allowed'])
  })

  it('returns only the head of a response for HEAD', async () => {
    const [head, get] = [await api.fetch('/api/tools', { method: 'HEAD' }), await api.fetch('/api/tools')]
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    await get.body?.cancel()
  })
})

/** Sends exactly these lines, because fetch adds headers of its own and parses the target. */
const raw = (...lines: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(api.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
  })

/** Requests the catalogue with exactly these headers. */
const rawGet = (...headers: readonly string[]): Promise<string> =>
  raw('GET /api/tools HTTP/1.1', 'Connection: close', ...headers)

describe('a Host header', () => {
  it('that is there twice is refused, because a proxy may have trusted the other one', async () => {
    for (const hosts of [
      ['Host: a.example', 'Host: b.example'],
      ['Host: a.example', 'host: a.example'],
    ])
      expect(await rawGet(...hosts)).toMatch(/^HTTP\/1\.1 400 [\s\S]+"code":"bad_request"/)
  })

  it.each(['[', 'a b', 'a/b', 'me@a.example', 'a.example:x', '[::1', '%', 'a.example?b'])(
    'that is not a host is refused on every API: %s',
    async (host) => {
      for (const path of [
        '/api/captcha/challenge?purpose=auth.login',
        '/auth/v1/verify?type=signup',
        '/rest/v1/profiles',
      ]) {
        const answer = await raw(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close')
        expect(answer, path).toMatch(host === '%' ? /^HTTP\/1\.1 (?:200|303|401) / : /^HTTP\/1\.1 400 /)
      }
    },
  )

  it.each(['', 'netbox.example', 'localhost:5000', '127.0.0.1', '[::1]:5000', 'a_b.example'])(
    'may be a name or an address: %s',
    async (host) => {
      const answer = await raw(
        'GET /api/captcha/challenge?purpose=auth.login HTTP/1.1',
        `Host: ${host}`,
        'Connection: close',
      )
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    },
  )
})

describe('the target of a request', () => {
  const get = (target: string, method = 'GET') =>
    raw(`${method} ${target} HTTP/1.1`, 'Host: netbox.example', 'Connection: close')

  it.each(['a://b', 'urn://x', 'ftp://a.example/api/tools', 'http://', 'http://?x', 'http:///api/tools'])(
    'is refused unless it has a path: %s',
    async (target) => {
      expect(await get(target)).toMatch(/^HTTP\/1\.1 400 /)
      expect((await api.fetch('/health/live')).status).toBe(200)
    },
  )

  it('may be the whole URL, as proxies send it', async () => {
    for (const origin of ['http://netbox.example', 'https://other.example:8443', 'HTTP://[::1]:5000']) {
      expect(await get(`${origin}/api/tools`)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await get(`${origin}/api/captcha/challenge?purpose=auth.login`)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await get(`${origin}/auth/v1/verify?type=signup`)).toMatch(/^HTTP\/1\.1 303 /)
      expect(await get(`${origin}?x`)).toMatch(/^HTTP\/1\.1 (?:200|404) /)
    }
  })

  it('may be the service itself for OPTIONS', async () => {
    expect(await get('*', 'OPTIONS')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('a client that has the catalogue already', () => {
  // Node's fetch adds no-cache to conditional requests.
  const conditional = (etag: string): Promise<string> =>
    rawGet('Host: x', 'Accept-Encoding: gzip, deflate', `If-None-Match: ${etag}`)

  it('gets 304 without the body', async () => {
    const etag = (await api.call('tools.list')).headers.get('etag') ?? ''
    expect(await conditional(etag)).toMatch(/^HTTP\/1\.1 304 /)
    expect(await conditional('"other"')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('an answer that is the same for all', () => {
  it('has the limits, id and headers of every other response, even when it is cached', async () => {
    const ask = () => api.fetch('/api/tools/mx-record')
    const [first, second] = [await ask(), await ask()]
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    }
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
    expect(second.headers.get('ratelimit-limit')).toBe('600')
    expect(await second.text()).toBe(await first.text())
    expect((await api.fetch('/api/tools/mx-record', { method: 'HEAD' })).status).toBe(200)
    expect((await api.fetch('/api/tools/mx-record?a=1')).status).toBe(200)
  })

  it('is compressed for every client that supports it, with a tag that all forms share', async () => {
    const ask = (encoding: string): Promise<Response> =>
      api.fetch('/api/tools', { headers: { 'accept-encoding': encoding } })
    const [packed, refused, plain] = [await ask('gzip, br'), await ask('gzip;q=0'), await ask('identity')]
    expect([packed, refused, plain].map((answer) => answer.headers.get('content-encoding'))).toEqual(['br', null, null])
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(packed.headers.get('etag')).toMatch(/^W\//)
    expect(packed.headers.get('vary')).toBe('Origin, Accept-Encoding')
    const texts = await Promise.all([packed, refused, plain].map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
  })
})

describe('a body', () => {
  const input = (length: number): string => JSON.stringify({ input: 'x'.repeat(length - '{"input":""}'.length) })

  it('may have a megabyte and not a byte more', async () => {
    expect((await post(run, input(1_048_576))).status).toBe(400)
    expect(await outcome(await post(run, input(1_048_577)))).toEqual([413, 'payload_too_large'])
  })

  it('is cut off at the limit without a length', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      duplex: 'half',
      body: endless,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.bearer}` },
    }
    const answer = await api.fetch(run, init).then(outcome, () => 'cut')
    // The connection may be closed before the client has read the response.
    expect([[413, 'payload_too_large'], 'cut']).toContainEqual(answer)
  })

  it.each([
    ['400 bad_request', '{"input":'],
    ['400 bad_request', '['.repeat(500_000)],
    ['400 validation_failed', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['400 invalid_input', '{"input":"a\\u0000.example"}'],
    ['400 validation_failed', '{"input":"\\ud800.example"}'],
    ['400 bad_request', '{"input":"example.com","__proto__":{"is_admin":true}}'],
    ['400 bad_request', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['400 validation_failed', '[]'],
    ['400 validation_failed', 'null'],
    ['400 validation_failed', '"text"'],
    ['400 validation_failed', '{"input":{"toString":1}}'],
    ['400 validation_failed', ''],
  ])('is refused with %s: %.20s', async (expected, body) => {
    expect((await outcome(await post(run, body)))?.toString()).toBe(expected.replace(' ', ','))
  })

  it('reports the invalid field and its path', async () => {
    const { body, status } = await api.call('tools.run', {
      params: { id: 'mx' },
      body: { input: 5, delay: 'slow' },
      bearer: user.bearer,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [
        { msg: 'Must be text.', path: 'input' },
        { msg: 'Must be true or false.', path: 'delay' },
      ],
    })
  })

  it.each([
    ['text/plain', undefined],
    ['application/x-www-form-urlencoded', undefined],
    ['application/json-seq', undefined],
    ['application/json', 'gzip'],
  ])('must be plain JSON: not %s %s', async (type, encoding) => {
    const headers = { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) }
    expect(await outcome(await post(run, '{"input":"example.com"}', headers))).toEqual([415, 'unsupported_media_type'])
  })

  it('ignores unknown keys', async () => {
    const extra =
      '{"input":"example.com","plan":"enterprise","user_id":"x","usage":{},"constructor":{"prototype":{"polluted":1}}}'
    expect((await post(run, extra)).status).toBe(200)
    expect({}).not.toHaveProperty('is_admin')
    expect({}).not.toHaveProperty('polluted')
    const rows = await api.core.database.queries
      .selectFrom('profiles')
      .select(['is_admin'])
      .where('id', '=', user.id)
      .execute()
    expect(rows).toEqual([{ is_admin: 0 }])
  })
})

describe('parameters and queries', () => {
  it('refuse characters that no text may have', async () => {
    expect(await outcome(await api.fetch('/api/tools/%00'))).toEqual([400, 'bad_request'])
    const headers = { authorization: `Bearer ${user.bearer}` }
    expect(await outcome(await api.fetch('/api/email/history?q=%00', { headers }))).toEqual([400, 'validation_failed'])
    expect(await outcome(await api.fetch('/api/email/history?page=0', { headers }))).toEqual([400, 'validation_failed'])
    expect(await outcome(await api.fetch('/api/email/history?limit=201', { headers }))).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('have the defaults of the spec', async () => {
    const { body } = await api.call('email.history', { bearer: user.bearer })
    expect(body).toEqual({ data: { items: [], page: 1, limit: 50, total: 0 } })
  })
})

describe('every answer', () => {
  it('forbids foreign scripts, type guessing, framing and referrers', async () => {
    for (const path of ['/api/tools', '/api/nothing', '/api/openapi.json', '/health/live']) {
      const { headers } = await api.fetch(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.has('x-powered-by')).toBe(false)
      expect(headers.has('server')).toBe(false)
      expect(headers.has('strict-transport-security')).toBe(false)
    }
  })

  it('requires TLS if the public address has it', async () => {
    const secure = await startApi({ env: { PUBLIC_URL: 'https://netbox.example' } })
    const { headers } = await secure.fetch('/api/tools')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.stop()
    const wide = await startApi({ env: { PUBLIC_URL: 'https://netbox.example', HSTS_SUBDOMAINS: '1' } })
    const { headers: all } = await wide.fetch('/api/tools')
    expect(all.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await wide.stop()
  })

  it('has its own id, whatever a stranger sends', async () => {
    const id = '7f0c9a52-6f0e-4d3c-9a3e-0b7b6c7f2d11'
    const { headers } = await api.fetch('/api/tools', { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).not.toBe(id)
  })

  it('is readable for pages of exactly the allowed origins', async () => {
    const allowed = async (origin: string): Promise<string | null> =>
      (await api.fetch('/api/tools', { headers: { origin } })).headers.get('access-control-allow-origin')
    expect(await allowed('https://app.example')).toBe('https://app.example')
    for (const origin of ['https://app.example.evil', 'http://app.example', 'https://xapp.example', 'null', '*'])
      expect(await allowed(origin)).toBeNull()
    const refused = await api.fetch('/api/usage', { headers: { origin: 'https://admin.example' } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://admin.example')
    expect(refused.headers.has('access-control-allow-credentials')).toBe(false)
    const preflight = await api.fetch(run, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  })
})

describe('the log', () => {
  it('has a line for each request, and none of a client’s secrets', async () => {
    const secrets = ['canary-query', 'canary-body', 'canary-agent-token', user.bearer, user.password]
    for (const path of ['/api/tools', '/api/services', '/api/nowhere', '/nowhere'])
      await api.fetch(`${path}?token=${secrets[0]}`)
    await post(run, JSON.stringify({ input: 'example.com', password: secrets[1] }))
    await post('/api/auth/login', JSON.stringify({ email: user.email, password: user.password }))
    await api.fetch('/api/usage', { headers: { authorization: `Bearer ${secrets[2]}` } })
    const lines = api
      .logged()
      .trimEnd()
      .split('\n')
      .map((line): { route?: string } => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ route: 'usage.list', status: 401, method: 'GET' })
    for (const secret of secrets) expect(api.logged()).not.toContain(secret)
  })
})

describe('callers', () => {
  const closed = everyEndpoint.filter(isClosed)

  it.each(idsOf(closed))('%s refuses callers without a valid credential', async (id) => {
    const anonymous = await callAny(api, id)
    expect([anonymous.status, anonymous.code]).toEqual([401, 'unauthorized'])
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    for (const bearer of ['x', 'nbx_0000', `${user.bearer}x`, user.refreshToken])
      expect((await callAny(api, id, { bearer })).code).toBe('unauthorized')
  })

  it('accepts a bearer token only in the header', async () => {
    for (const authorization of [user.bearer, `Basic ${user.bearer}`, `Bearer ${user.bearer} x`, 'Bearer', `Bearer  `])
      expect((await api.fetch('/api/usage', { headers: { authorization } })).status).toBe(401)
    expect((await api.fetch(`/api/usage?access_token=${user.bearer}`)).status).toBe(401)
    expect((await api.fetch('/api/usage', { headers: { cookie: `token=${user.bearer}` } })).status).toBe(401)
    expect((await api.fetch('/api/usage', { headers: { authorization: `bearer ${user.bearer}` } })).status).toBe(200)
  })

  it('allows an API token its scopes, and nothing else', async () => {
    const account = await api.core.accounts.find(user.id)
    if (account === undefined) throw new Error('no account')
    const { secret: bearer } = await api.core.apiTokens.create(account, {
      name: 't',
      scopes: ['usage:read'],
      expiresAt: null,
    })
    expect((await api.call('usage.list', { bearer })).status).toBe(200)
    for (const { id, access, scope } of closed) {
      // An endpoint without a scope returns the token's owner.
      if (scope === 'usage:read' || (access === 'bearer' && scope === undefined)) continue
      const { code } = await callAny(api, id, { bearer })
      expect([id, code]).toEqual([id, access === 'bearer' ? 'scope_missing' : 'forbidden'])
    }
  })

  it('allows an admin who is viewing as a user to read, and to change nothing', async () => {
    const admin = await api.user({ isAdmin: true })
    const account = await api.core.accounts.find(user.id)
    if (account === undefined) throw new Error('no account')
    const view = await api.core.sessions.viewAs(
      account,
      { id: admin.id, sessionId: admin.sessionId },
      { userAgent: 'test', address: '127.0.0.1' },
    )
    expect((await api.call('usage.list', { bearer: view.accessToken })).status).toBe(200)
    for (const { id, method, access } of closed) {
      if ((method === 'GET' && access !== 'admin') || id === 'auth.logout') continue
      const { code } = await callAny(api, id, { bearer: view.accessToken })
      expect([id, code]).toEqual([id, access === 'admin' ? 'forbidden' : 'read_only'])
    }
  })

  it('refuses endpoints of admins and of the enterprise plan to everyone else', async () => {
    const { bearer } = await api.user({ plan: 'pro' })
    for (const { id, access } of closed) {
      if (access !== 'admin' && access !== 'enterprise') continue
      const { code } = await callAny(api, id, { bearer })
      expect([id, code]).toEqual([id, access === 'admin' ? 'forbidden' : 'upgrade_required'])
    }
  })

  it('applies a plan, a role and the end of a session from the next request on', async () => {
    const someone = await api.user({ isAdmin: true })
    const change = (values: object) =>
      api.core.database.writer.updateTable('profiles').set(values).where('id', '=', someone.id).execute()
    const plan = async () => (await api.call('usage.list', { bearer: someone.bearer })).body.plan
    expect(await plan()).toBe('free')
    await change({ plan: 'pro' })
    expect(await plan()).toBe('pro')
    await change({ status: 'disabled' })
    expect((await api.call('usage.list', { bearer: someone.bearer })).code).toBe('unauthorized')
    await change({ status: 'active' })
    await api.core.sessions.end(someone.sessionId)
    expect((await api.call('usage.list', { bearer: someone.bearer })).code).toBe('unauthorized')
  })
})
