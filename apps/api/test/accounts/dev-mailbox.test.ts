import { request } from 'node:http'
import { createDevMailbox } from '../../src/mail/dev-mailbox.ts'
import { describe, expect, it, vi } from 'vitest'
import { freshEmail } from '../support/accounts.ts'
import { useApi } from '../support/use-api.ts'

interface Shown {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

const password = 'correct horse'
const PUBLIC_URL = 'http://localhost:5000'

describe('the mailbox of development', () => {
  const api = useApi({ env: { DEV_MAILBOX: 'on', PUBLIC_URL } })
  const path = () => `/dev/mailbox?token=${api.core.mailbox?.token}`
  const list = async () => (await (await api.fetch(path())).json()) as Shown[]
  const mailTo = (email: string) =>
    vi.waitFor(
      async () => {
        const found = (await list()).find(({ to }) => to === email)
        if (found === undefined) throw new Error(`No mail to ${email} yet`)
        return found
      },
      { timeout: 30_000, interval: 50 },
    )

  /** Sends a request with a target and a Host header of its own, which `fetch` does not allow. */
  const statusOf = (headers: Record<string, string>, target = path()) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port: api.port, host: '127.0.0.1', path: target, headers })
      asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
      asked.end()
    })

  it('shows the mails with their links, so that a recovery works without a mail server', async () => {
    const email = freshEmail()
    expect((await api.call('auth.register', { body: { email, password } })).body).toHaveProperty('token')
    await api.call('auth.recover', { body: { email } })
    const mail = await mailTo(email)
    const token = new URLSearchParams(new URL(mail.links[1] ?? '').hash.slice(1)).get('token')
    expect((await api.call('auth.reset', { body: { token, password: 'another horse' } })).status).toBe(200)
    const page = await api.fetch(path(), { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain(`<a href="${mail.links[1]}">`)
  })

  it('keeps the latest two hundred', async () => {
    const mailbox = createDevMailbox({ now: () => 0 })
    for (let index = 0; index < 201; index++)
      await mailbox.send({ to: `${index}@mail.example`, subject: 'A', text: 'B' }, String(index))
    const kept = mailbox.list()
    expect([kept.length, kept[0]?.to, kept.at(-1)?.to]).toEqual([200, '200@mail.example', '1@mail.example'])
  })

  it('shows the texts of a mail as texts', async () => {
    await api.core.mailbox?.send({ to: 'ana@mail.example', subject: 'A <b>', text: '<script>&"' }, 'texts')
    const page = await (await api.fetch(path(), { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('A &lt;b&gt;')
    expect(page).toContain('&lt;script&gt;&amp;&quot;')
    expect(page).not.toContain('<script>')
  })

  it.each([
    ['another host name', { host: 'netbox.evil.example' }],
    ['a proxy', { 'x-forwarded-for': '192.0.2.1' }],
    ['a proxy with the standard header', { forwarded: 'for=192.0.2.1' }],
    ['a proxy that names itself', { via: '1.1 proxy' }],
    ['a proxy that names the client in its own header', { 'x-real-ip': '192.0.2.1' }],
    ['a proxy of a cloud', { 'cf-connecting-ip': '192.0.2.1' }],
    ['a proxy that tells the original host', { 'x-forwarded-host': 'netbox.example' }],
    ['a page of another origin', { origin: 'http://localhost:3000' }],
    ['a frame or picture of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('does not exist for %s', async (_, headers) => {
    const host = `localhost:${api.port}`
    expect(await statusOf({ host })).toBe(200)
    expect(await statusOf({ host, ...headers })).toBe(404)
  })

  it.each([
    ['no token', () => '/dev/mailbox'],
    ['another token', () => `${path()}x`],
    ['a target with another host name', () => `http://netbox.evil.example${path()}`],
  ])('does not exist for %s, as behind a proxy that adds no header', async (_, target) => {
    expect(await statusOf({ host: `localhost:${api.port}` }, target())).toBe(404)
  })

  it('exists for the host of a whole URL as target, whatever the Host header says (RFC 9112, 3.2.2)', async () => {
    expect(await statusOf({ host: 'other.example' }, `http://localhost:${api.port}${path()}`)).toBe(200)
  })
})

describe('the mailbox of development with DEV_MAILBOX=confirm', () => {
  const api = useApi({ env: { DEV_MAILBOX: 'confirm', PUBLIC_URL } })

  it('asks new users to confirm their address', async () => {
    const email = freshEmail()
    const made = await api.call('auth.register', { body: { email, password } })
    expect(made.body).not.toHaveProperty('token')
    expect((await api.call('auth.login', { body: { email, password } })).code).toBe('email_not_confirmed')
  })
})

describe.each([
  ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
  ['with a public URL', { PUBLIC_URL: 'http://netbox.example' }],
])('a service %s', (_, env) => {
  const api = useApi({ env: { DEV_MAILBOX: 'on', PUBLIC_URL, ...env } })

  it('has no mailbox', async () => {
    expect(api.core.mailbox).toBeUndefined()
    expect((await api.fetch('/dev/mailbox')).status).toBe(404)
  })
})
