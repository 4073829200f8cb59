import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from './start-service.ts'

describe('the built service', () => {
  let service: Service

  const call = async (path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
    const answer = await fetch(`${service.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // Each claim below names the fields that it reads.
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Record<string, never> }
  }

  beforeAll(async () => {
    service = await startService()
  })

  afterAll(() => service.remove())

  it('registers, runs a tool as the library does, counts it, and forgets nobody who signs out', async () => {
    const account = { email: 'ana@harbour.example', password: 'a long secret' }
    const registered = await call('/auth/register', { body: account })
    expect(registered.status).toBeLessThan(300)
    const { token } = registered.body as { token?: string }
    if (token === undefined) throw new Error('no token')

    const order = { input: 'mail.example', seed: 'k3f9', scenario: 'mx-down', at: '2026-11-20T08:14:02Z' }
    const run = await call('/tools/mx-record/run', { body: order, token })
    expect(run.status).toBe(200)
    expect(run.headers.get('x-netbox-simulated')).toBe('true')
    expect(run.body).toMatchObject({
      simulated: true,
      seed: 'k3f9',
      scenario: 'mx-down',
      usage: { dailyUsed: 1, dailyLimit: 100, remaining: 99 },
    })

    expect((await call('/auth/logout', { body: {}, token })).status).toBe(200)
    expect((await call('/usage', { token })).status).toBe(401)
    expect((await call('/auth/login', { body: account })).status).toBe(200)
  })

  it('refuses a stranger, and a path that leads nowhere, in JSON', async () => {
    expect(await call('/usage')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await call('/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('ends with 0 when it is asked to end', async () => {
    service.process.kill('SIGTERM')
    const [code] = (await once(service.process, 'exit')) as [number | null]
    expect(code).toBe(0)
  })
})
