import { readFile } from 'node:fs/promises'
import { worldFileSchema } from '@netbox/core'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openapiDocument } from '@netbox/contract/openapi'
import { describe, expect, it } from 'vitest'
import { startApi } from '../support/start-api.ts'
import { version } from '../../src/version.ts'
import { useApi } from '../support/use-api.ts'

const api = useApi({ env: { STRIPE_PRICE_PRO_MONTHLY: 'price_1', VERIFIER_MODE: 'off' } })

const textOf = async (path: string, init?: RequestInit): Promise<string> => (await api.fetch(path, init)).text()

describe('health', () => {
  it('is live and ready, at both addresses', async () => {
    for (const prefix of ['', '/api']) {
      expect(await textOf(`${prefix}/health/live`)).toBe('{"status":"live"}')
      expect(await textOf(`${prefix}/health/ready`)).toBe('{"status":"ready"}')
    }
  })

  it('is live but not ready without its database', async () => {
    const other = await startApi()
    await other.core.database.close()
    const ready = await other.fetch('/health/ready')
    expect([ready.status, await ready.text()]).toEqual([503, '{"status":"unavailable"}'])
    expect(ready.headers.get('retry-after')).toBe('2')
    expect((await other.fetch('/health/live')).status).toBe(200)
    const bearer = 'nbx_00000000000000000000000000000000'
    const { code, headers } = await other.call('usage.list', { bearer })
    expect([code, headers.get('retry-after')]).toEqual(['database_unavailable', '2'])
    await other.stop()
  })
})

describe('a service that ends', () => {
  it('is live, but not ready while it drains', async () => {
    const other = await startApi()
    // A connection with a started request prevents the service from ending at once.
    const socket = connect(other.port, '127.0.0.1', () => socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n'))
    const answer = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
    })
    await once(socket, 'ready')
    await other.fetch('/health/live')
    const stopped = other.stop()
    socket.write('\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [\s\S]+\{"status":"unavailable"\}$/)
    await stopped
  })
})

describe('the first page', () => {
  it('reports that no site was built, and links the OpenAPI document', async () => {
    const answer = await api.fetch('/')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/The web site has not been built\..*<a href="\/api\/openapi\.json">/)
    expect((await api.fetch('/mx-record', { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe('metrics', () => {
  it('show the counted responses', async () => {
    await api.call('tools.list')
    const text = await api.metrics()
    expect(text).toMatch(/^netbox_http_requests_total\{route="tools\.list",method="GET",status="200"\} [1-9]/m)
    expect(text).toMatch(/^netbox_http_request_seconds_bucket\{le="\+Inf",route="tools\.list"\} [1-9]/m)
    for (const name of ['netbox_password_hashes_running', 'netbox_tool_runs_total', 'netbox_http_requests_in_flight'])
      expect(text).toContain(`# TYPE ${name} `)
  })

  it('show the state of the service', async () => {
    const text = await api.metrics()
    expect(text).toMatch(/^netbox_build_info\{version="\d+\.\d+\.\d+",node="v24\.[\d.]+",engine="sqlite"\} 1$/m)
    expect(text).toMatch(/^netbox_database_up 1$/m)
    expect(text).toMatch(/^netbox_mail_waiting 0$/m)
    expect(text).toMatch(/^netbox_storage_bytes 0$/m)
    for (const name of ['netbox_database_bytes', 'netbox_disk_free_bytes'])
      expect(text).toMatch(new RegExp(`^${name} [1-9]`, 'm'))
    const counters = [...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name]) => name)
    expect(counters).toContain('netbox_log_lines_dropped_total')
    expect(counters.filter((name) => !name?.endsWith('_total'))).toEqual([])
  })

  it('are those that the alert rules name', async () => {
    const rules = await readFile(new URL('../../../../deploy/netbox-rules.yaml', import.meta.url), 'utf8')
    const text = await api.metrics()
    const names = new Set([...rules.matchAll(/\bnetbox_\w+/g)].map(([name]) => name))
    // Only a service that sells plans or sends mail has these.
    for (const name of ['netbox_billing_events_total', 'netbox_mail_total']) expect(names.delete(name)).toBe(true)
    expect([...names].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
  })

  it('are not found without a token, because a proxy on this machine may look like the machine itself', async () => {
    const closed = await startApi({ env: { METRICS_TOKEN: '' } })
    expect((await closed.fetch('/metrics')).status).toBe(404)
    expect((await closed.fetch('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
    await closed.stop()
  })

  it('require the token', async () => {
    const status = async (headers: Record<string, string>) => (await api.fetch('/metrics', { headers })).status
    expect(await status({})).toBe(404)
    expect(await status({ authorization: 'Bearer wrong' })).toBe(404)
  })
})

describe('the keys', () => {
  it('are public parts, the same at both addresses, cacheable for ten minutes', async () => {
    const { body, headers, text } = await api.call('auth.keys')
    expect(await textOf('/.well-known/jwks.json')).toBe(text)
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    expect(body.keys.map((key) => Object.keys(key).toSorted())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']])
  })
})

describe('the reference', () => {
  it('is the contract as OpenAPI 3.1', async () => {
    const document: unknown = JSON.parse(await textOf('/api/openapi.json'))
    expect(document).toEqual(JSON.parse(JSON.stringify(openapiDocument({ version }))))
  })

  it('has the JSON Schema of world files, with its own address as the id', async () => {
    const response = await api.fetch('/api/world.schema.json')
    const $id = expect.stringMatching(/^http:\/\/.*\/api\/world\.schema\.json$/) as unknown
    expect(await response.json()).toEqual({ ...worldFileSchema, $id })
  })

  it('is on the site: its former address redirects there', async () => {
    const { status, headers } = await api.fetch('/api/docs', { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/docs/api'])
  })
})

describe('the service’s public data', () => {
  it('shows plans with the configured price ids', async () => {
    const { plans } = (await api.call('plans.list')).body
    expect(plans.map(({ id, price, price_ids }) => [id, price.monthly, price_ids.monthly, price_ids.annual])).toEqual([
      ['free', 0, null, null],
      ['pro', 9, 'price_1', null],
      ['enterprise', 19, null, null],
    ])
  })

  it("shows the visitor's own address and the switches", async () => {
    expect((await api.call('ip.get')).body).toEqual({ ip: '127.0.0.1' })
    const { services, mail } = (await api.call('services.list')).body
    expect(mail).toBe('none')
    expect(services.map(({ service_name, is_enabled }) => [service_name, is_enabled])).toEqual([
      ['billing', true],
      ['email_migration', true],
      ['email_verification', true],
      ['registration', true],
      ['tool_api', true],
    ])
  })
})

describe('a feature that is not set up', () => {
  it('reports it, and does not pretend to work', async () => {
    const { bearer } = await api.user()
    const body = { priceId: 'price_1', planName: 'Pro' }
    expect((await api.call('subscription.checkout', { bearer, body })).code).toBe('price_not_configured')
    expect((await api.call('subscription.portal', { bearer })).code).toBe('billing_unavailable')
    expect((await api.call('subscription.webhook', { body: { id: 'evt_1' } })).code).toBe('billing_unavailable')
    expect((await api.call('email.verify', { body: { emails: ['ana@mail.example'] } })).code).toBe(
      'verifier_unavailable',
    )
  })

  it('still applies the rules of email verification', async () => {
    const emails = Array.from({ length: 11 }, (_, index) => `a${index}@mail.example`)
    const { bearer } = await api.user({ plan: 'pro' })
    expect((await api.call('email.verify', { body: { emails: [] } })).code).toBe('no_emails')
    expect((await api.call('email.verify', { body: { emails } })).code).toBe('limit_exceeded')
    expect((await api.call('email.verify', { body: { emails }, bearer })).code).toBe('verifier_unavailable')
  })

  it('reports the subscription of a user to whom an admin granted a plan', async () => {
    const [free, pro] = [await api.user(), await api.user({ plan: 'pro' })]
    const status = async (bearer: string) => (await api.call('subscription.status', { bearer })).body.data
    const gift = {
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
    expect(await status(free.bearer)).toEqual({ subscribed: false, subscription_tier: null, ...gift })
    expect(await status(pro.bearer)).toEqual({ subscribed: true, subscription_tier: 'pro', ...gift })
  })
})
