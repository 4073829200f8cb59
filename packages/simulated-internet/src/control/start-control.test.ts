import { request } from 'node:http'
import { queryDns } from '@netbox/core/dns'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'
import { OLD_NAMES } from './old-names.ts'
import { type Control, startControl } from './start-control.ts'

const hostWith = (http: object) => ({ hosts: { 'shop.example': { http } } })

describe('the control of an internet', () => {
  let internet: Internet
  let control: Control
  beforeAll(async () => {
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    control = await startControl(internet)
  })
  beforeEach(async () => internet.set({ scenario: 'healthy', domains: undefined, at: undefined, world: undefined }))
  afterAll(async () => {
    await control.close()
    await internet.close()
  })

  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${control.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${control.token}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  it('describes the served internet and its control', async () => {
    const { status, body } = await ask('GET', '/')
    expect(status).toBe(200)
    expect(body).toMatchObject({ simulated: true, seed: 'k3f9', scenario: 'healthy', servers: internet.endpoints })
  })

  it('changes the scenario, its domains, and the clock', async () => {
    expect(await ask('PUT', '/scenario', { scenario: 'mx-down' })).toMatchObject({
      status: 200,
      body: { scenario: 'mx-down' },
    })
    expect(internet.scenario).toBe('mx-down')
    expect(await ask('PUT', '/clock', { at: '2026-01-01T10:00:00Z' })).toMatchObject({
      body: { at: '2026-01-01T10:00:00.000Z' },
    })
    expect(await ask('PUT', '/clock', { startAt: '2026-01-01T10:00:00Z' })).toMatchObject({
      body: { at: expect.stringMatching(/^2026-01-01T10:00:0/) as string },
    })
    const { body } = await ask('PUT', '/clock', { at: null })
    expect(Math.abs(Date.parse((body as { at: string }).at) - Date.now())).toBeLessThan(60_000)
    const windows = 'healthy,mx-down@10:00..10:30'
    expect(await ask('PUT', '/scenario', { scenario: windows })).toMatchObject({
      status: 200,
      body: { scenario: windows },
    })
  })

  it('tells the findings about a domain that tools have now, and none in a healthy world', async () => {
    const codes = async (domain: string) => {
      const { body } = await ask('GET', `/findings?domain=${domain}`)
      const { findings } = body as { findings: { tool: string; code: string; severity: string }[] }
      return findings.map(({ tool, code, severity }) => `${tool} ${severity} ${code}`)
    }
    expect(await codes('shop.example')).toEqual([])
    await ask('PUT', '/scenario', { scenario: 'mx-down', domains: ['shop.example'] })
    expect(await codes('shop.example')).toEqual([
      'mx-record critical mx-silent',
      'dns-diagnostic critical dns-mail',
      'email-deliverability critical deliver-first-silent',
      'smtp-test critical smtp-silent',
    ])
    expect(await codes('office.example')).toEqual([])
    expect(await ask('GET', '/findings')).toMatchObject({ status: 400 })
    expect(await ask('GET', '/findings?domain=..')).toMatchObject({ status: 422 })
  })

  it('tells the active faults and rules in the text format of Prometheus', async () => {
    const samples = async () => {
      const headers = { authorization: `Bearer ${control.token}` }
      const response = await fetch(`${control.url}/metrics`, { headers })
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      return (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    }
    expect(await samples()).toEqual([])
    await ask('PUT', '/world', {
      hosts: { 'mx1.shop.example': { smtp: { rules: [{ do: { close: 'in-data' } }] } } },
      faults: [{ match: { name: 'shop.example', at: '10:00..10:30' }, do: 'drop' }],
    })
    await ask('PUT', '/clock', { at: '2026-01-01T10:00:00Z' })
    await ask('PUT', '/scenario', { scenario: 'healthy,mx-down:shop.example+dmarc-none@10:00..10:30' })
    const rule = 'netbox_fault_active{fault="smtp-rule-1",domain="mx1.shop.example"} 1'
    expect(await samples()).toEqual([
      'netbox_fault_active{fault="mx-down",domain="shop.example"} 1',
      'netbox_fault_active{fault="dmarc-none",domain=""} 1',
      'netbox_fault_active{fault="dns-rule-1",domain="shop.example"} 1',
      rule,
    ])
    await ask('PUT', '/clock', { at: '2026-01-01T10:30:00Z' })
    expect(await samples()).toEqual([rule])
  })

  it('accepts a world document, and removes it with null', async () => {
    const records = async () => queryDns(internet.world, 'shop.example', 'TXT').records.map(({ value }) => value)
    expect(await records()).not.toContain('stated')
    const world = { domains: { 'shop.example': { records: { TXT: ['stated'] } } } }
    expect(await ask('PUT', '/world', world)).toMatchObject({ status: 200, body: { world } })
    expect(await records()).toEqual(['stated'])
    expect(await ask('GET', '/world')).toMatchObject({ status: 200, body: world })
    const { status, body } = await ask('PUT', '/world', null)
    expect([status, body]).toEqual([200, expect.not.objectContaining({ world })])
    expect(await records()).not.toContain('stated')
  })

  const send = async (to: string | string[], text: string): Promise<void> => {
    const smtp = internet.endpoints.find(({ protocol }) => protocol === 'smtp')
    const transport = createTransport({ host: '127.0.0.1', port: smtp?.port ?? 0, tls: { rejectUnauthorized: false } })
    await transport.sendMail({ from: 'ben@client.example', to, text })
  }

  it('shows requests and delivered mail', async () => {
    await send('postmaster@shop.example', 'Hello.')
    const { body } = await ask('GET', '/requests')
    const requests = internet.requests.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry }))
    expect(body).toEqual({ count: internet.requestCount, requests })
    expect(await ask('GET', '/messages')).toMatchObject({
      body: { messages: JSON.parse(JSON.stringify(internet.messages)) },
    })
  })

  it('gives each of eight workers its own mail, with the code, as soon as it arrives', async () => {
    await internet.set({ scenario: 'catch-all' })
    const workers = Array.from({ length: 8 }, (_, index) => `worker+${index}@shop.example`)
    const waits = workers.map(async (to) => ask('GET', `/messages?to=${to.toUpperCase()}&wait=30s`))
    await Promise.all(workers.map(async (to, index) => send(to, `Your code is 12345${index}.`)))
    const answers = await Promise.all(waits)
    expect(answers.map(({ body }) => body)).toEqual(
      workers.map((to, index) => ({ messages: [expect.objectContaining({ to: [to], codes: [`12345${index}`] })] })),
    )
    expect(await ask('DELETE', '/messages?to=worker+0@shop.example')).toMatchObject({ body: { deleted: 1 } })
    expect(await ask('GET', '/messages?to=worker+0@shop.example')).toMatchObject({ body: { messages: [] } })
    expect(await internet.findMessages({ to: 'worker+1@shop.example' })).toHaveLength(1)
    expect(await ask('DELETE', '/messages')).toMatchObject({ body: { deleted: internet.messages.length + 8 } })
  })

  it('waits for the next message, until the time is over or the client leaves', async () => {
    await send('postmaster@shop.example', 'The first.')
    const later = new Date(internet.time + 3_600_000).toISOString()
    const path = `/messages?to=postmaster@shop.example&since=${later}&wait`
    const waited = Date.now()
    expect(await ask('GET', `${path}=20ms`)).toMatchObject({ status: 200, body: { messages: [] } })
    expect(Date.now() - waited).toBeGreaterThanOrEqual(19)
    const leaving = new AbortController()
    const { signal } = leaving
    const headers = { authorization: `Bearer ${control.token}` }
    const left = fetch(`${control.url}${path}=5m`, { headers, signal })
    const next = ask('GET', `${path}=5m`)
    leaving.abort()
    await expect(left).rejects.toThrow('abort')
    await internet.set({ at: later })
    await send('postmaster@shop.example', 'The second.')
    const { body } = await next
    expect((body as { messages: { text: string }[] }).messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('The second.'),
    ])
  })

  it('lets a program in Node wait for a message, and says which others arrived', async () => {
    internet.deleteMessages()
    await send('postmaster@shop.example', 'https://shop.example/confirm?token=x1')
    const { links } = await internet.waitForMessage({ to: 'postmaster@shop.example' })
    expect(links).toEqual(['https://shop.example/confirm?token=x1'])
    await expect(internet.waitForMessage({ to: 'ana@shop.example', timeout: 10 })).rejects.toThrow(
      'No message to ana@shop.example arrived within 0.01 s. Recipients so far: postmaster@shop.example.',
    )
    const wanted = { to: 'ana@shop.example', signal: AbortSignal.abort(new Error('The test ended.')) }
    await expect(internet.waitForMessage(wanted)).rejects.toThrow('The test ended.')
    expect(() => internet.deleteMessages({ to: 'ana' })).toThrow(RangeError)
  })

  it.each([
    ['GET', '/messages?too=a@shop.example', undefined, 400, "Unknown field 'too'. Known: to, since, wait."],
    ['GET', '/messages?to=ana', undefined, 400, "'to' must be an address, such as 'ana@shop.example', not 'ana'."],
    ['GET', '/messages?to=a@b.example&to=c@d.example', undefined, 400, "The query has 'to' twice."],
    ['GET', '/messages?since=yesterday', undefined, 422, 'yesterday'],
    ['GET', '/messages?wait=30', undefined, 400, "'wait' must be a time of at most 5m, such as '30s' or '500ms'"],
    ['GET', '/messages?wait=6m', undefined, 400, "not '6m'."],
    ['DELETE', '/messages?wait=1s', undefined, 400, "Unknown field 'wait'. Known: to, since."],
    ['PUT', '/messages', {}, 405, '/messages accepts GET and DELETE, not PUT.'],
    ['PUT', '/scenario', { scenario: 'mx-dwon' }, 422, "Did you mean 'mx-down'?"],
    ['PUT', '/scenario', { scenario: 3 }, 400, "'scenario' must be a string"],
    ['PUT', '/scenario', { scenario: 'healthy', fro: [] }, 400, "Unknown field 'fro'. Known: scenario, domains."],
    ['PUT', '/scenario', { scenario: 'healthy', domains: 'shop.example' }, 400, "'domains' must be a list of domains"],
    ['PUT', '/scenario', [], 400, "The body must be an object with 'scenario' and 'domains'."],
    ['PUT', '/scenario', '{', 400, 'The body is not JSON.'],
    ['PUT', '/world', { domain: {} }, 422, 'domain'],
    ['PUT', '/world', { domains: { 'shop.example': { zone: './package.json' } } }, 422, 'zone'],
    ['PUT', '/world', hostWith({ routes: [{ path: '/', reply: { file: './package.json' } }] }), 422, "'file'"],
    ['PUT', '/world', hostWith({ openapi: './api.yaml' }), 422, "'openapi'"],
    ['PUT', '/clock', { at: 'yesterday' }, 422, 'yesterday'],
    ['PUT', '/clock', { at: 12 }, 400, "'at' or 'startAt' must be a time"],
    ['PUT', '/clock', { startAt: null }, 400, "'at' or 'startAt' must be a time"],
    ['PUT', '/clock', { at: '2026-01-01', startAt: '2026-01-01' }, 400, "'at' or 'startAt' must be a time"],
    ['PUT', '/clock', { startAt: 'yesterday' }, 422, 'yesterday'],
    ['PUT', '/requests', {}, 405, '/requests accepts GET, not PUT.'],
    ['GET', '/scenari', undefined, 404, 'There is no path /scenari.'],
    ['PUT', '/scenario', 'x'.repeat(4_194_305), 413, 'longer than'],
  ])('refuses %s %s with %j', async (method, path, given, status, words) => {
    const { status: got, body } = await ask(method, path, given)
    expect(got).toBe(status)
    expect(JSON.stringify(body)).toContain(words)
    expect(internet.scenario).toBe('healthy')
  })

  it.each(Object.entries(OLD_NAMES))('refuses the old name %s with the new one', async (name, now) => {
    const refused = name.startsWith('/') ? await ask('GET', name) : await ask('PUT', '/scenario', { [name]: 'x' })
    expect(refused).toMatchObject({
      status: name.startsWith('/') ? 404 : 400,
      body: { error: { message: `'${name}' is called ${now} now.` } },
    })
  })

  it('requires the token, and its own address as host', async () => {
    expect(await ask('GET', '/', undefined, { authorization: '' })).toMatchObject({ status: 401 })
    expect(await ask('GET', '/', undefined, { authorization: 'Bearer of another run' })).toMatchObject({ status: 401 })
    const status = await new Promise((resolve) => {
      const headers = { host: 'attacker.example', authorization: `Bearer ${control.token}` }
      request(control.url, { headers }, (response) => resolve(response.statusCode)).end()
    })
    expect(status).toBe(421)
  })
})
