import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

describeOnSqlite('limits by address', (open) => {
  const clock = setClock('2026-11-20T12:00:00Z')
  let direct: TestApi
  let proxied: TestApi
  beforeAll(async () => {
    await open()
    const env = { RATE_LIMITS: 'on' }
    direct = await startApi({ databaseUrl: open.url(), clock, env })
    proxied = await startApi({ databaseUrl: open.url(), clock, env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } })
  })
  afterAll(() => Promise.all([direct.stop(), proxied.stop()]))

  const recover = (api: TestApi, forwarded: string) =>
    api.call('auth.recover', { body: { email: 'ana@mail.example' }, headers: { 'x-forwarded-for': forwarded } })

  const many = async (count: number, work: (index: number) => Promise<{ status: number }>): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
    return answers.filter(({ status }) => status !== 429).length
  }

  it('counts an address once, whatever its headers claim, and returns when to retry', async () => {
    expect(await many(25, (index) => recover(direct, `198.51.100.${index}`))).toBe(10)
    const { headers, code } = await recover(direct, '192.0.2.1')
    expect(code).toBe('rate_limited')
    expect(headers.get('retry-after')).toBe('3600')
    expect(headers.get('ratelimit-limit')).toBe('10')
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-reset')).toBe('3600')
  })

  it('is the same for all processes', async () => {
    expect((await recover(proxied, '127.0.0.1')).code).toBe('rate_limited')
  })

  it('counts a whole IPv6 /64 as one client, and others separately, behind our proxy', async () => {
    expect(await many(25, (index) => recover(proxied, `2001:db8:1:2::${index.toString(16)}`))).toBe(10)
    expect((await recover(proxied, '2001:db8:1:3::1')).status).toBe(202)
    expect((await recover(proxied, '198.51.100.200')).status).toBe(202)
  })

  it('trusts only the address that a proxy saw itself', async () => {
    expect(await many(25, (index) => recover(proxied, `203.0.113.${index}, 198.51.100.77`))).toBe(10)
  })

  it('accepts the request id from our proxy', async () => {
    // A UUID, and the form of nginx's $request_id.
    for (const id of ['7f0c9a52-6f0e-4d3c-9a3e-0b7b6c7f2d11', '7f0c9a526f0e4d3c9a3e0b7b6c7f2d11']) {
      const headers = { 'x-request-id': id }
      expect((await proxied.fetch('/api/tools', { headers })).headers.get('x-request-id')).toBe(id)
    }
    const nonsense = await proxied.fetch('/api/tools', { headers: { 'x-request-id': 'a b' } })
    expect(nonsense.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('reports once that a peer which is not a trusted proxy forwards addresses', async () => {
    const warnings = (api: TestApi) =>
      api
        .logged()
        .split('\n')
        .filter((line) => line.includes('TRUSTED_PROXIES'))
    for (let count = 0; count < 3; count++) await recover(direct, '198.51.100.1')
    expect(warnings(direct)).toHaveLength(1)
    expect(JSON.parse(warnings(direct)[0] ?? '')).toMatchObject({ level: 40, peer: '127.0.0.1' })
    expect(warnings(proxied)).toEqual([])
  })

  it('starts again with the next window', async () => {
    clock.advance(3_600_000)
    expect((await recover(direct, '198.51.100.1')).status).toBe(202)
  })

  it('do not count wrong credentials: a client with an expired token gets 401 and refreshes, whatever its neighbors send', async () => {
    const headers = { authorization: 'Bearer x', 'x-forwarded-for': '203.0.113.200' }
    const statuses = new Set<number>()
    for (let count = 0; count < 311; count++) statuses.add((await proxied.fetch('/api/usage', { headers })).status)
    expect([...statuses]).toEqual([401])
  })
})
