import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main, type Service, startService } from './start-service.ts'

const ADDRESS = 'https://tools.example'

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
    // Each type assertion below lists only the fields that the test reads.
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Record<string, never> }
  }

  beforeAll(async () => {
    service = await startService({ variables: { PUBLIC_URL: ADDRESS } })
  })

  afterAll(() => service.remove())

  it('registers, runs a tool as the library does, counts it, and signs out', async () => {
    const account = { email: 'ana@harbour.example', password: 'a long secret' }
    const registered = await call('/auth/register', { body: account })
    expect(registered.status).toBeLessThan(300)
    const { token } = registered.body as { token?: string }
    if (token === undefined) throw new Error('The response has no token.')

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

  it('refuses an unauthenticated client, and an unknown path, in JSON', async () => {
    expect(await call('/usage')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(await call('/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('reports a port in use, with the setting to change', () => {
    const { port } = new URL(service.url)
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env: { PATH: process.env['PATH'], DATA_DIR: join(service.folder, 'second'), PORT: port },
      encoding: 'utf8',
    })
    const told = `netbox: Port ${port} is in use by another program. Set PORT to a free one: PORT=${Number(port) + 1}\n`
    expect([status, stderr]).toEqual([1, told])
  })

  it('serves the site with its own address, under a policy that forbids everything else', async () => {
    const map = await (await fetch(`${service.url}/sitemap.xml`)).text()
    const paths = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
    expect(paths).toContain('/mx-record')
    for (const path of paths) {
      const answer = await fetch(`${service.url}${path}`)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html).toContain(`<link rel="canonical" href="${ADDRESS}${path}">`)
      expect(html).not.toContain('netbox.invalid')
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
  })

  it('answers an unknown address with the 404 page, for people and for search engines', async () => {
    const answer = await fetch(`${service.url}/no/such/page`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('Oops! Page not found')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  it('ends with 0 on SIGTERM', async () => {
    service.process.kill('SIGTERM')
    const [code] = (await once(service.process, 'exit')) as [number | null]
    expect(code).toBe(0)
  })
})
