import type { EndpointDefinition, EndpointId } from '@netbox/contract'
import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/random.ts'
import { everyEndpoint, callAny, idsOf } from '../support/any-endpoint.ts'
import { describeOnSqlite } from '../support/database.ts'
import { codeAt } from '../support/second-factor.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const isOwn = ({ access }: EndpointDefinition): boolean => ['bearer', 'session', 'enterprise'].includes(access)
// A tool belongs to no user.
const own = everyEndpoint.filter(isOwn)
const withId = idsOf(own.filter(({ id, params }) => params !== undefined && id !== 'tools.run'))
const lists = idsOf(own.filter(({ method }) => method === 'GET'))
const mailbox = {
  source_host: 'imap.gmail.com',
  source_email: 'ana@old.example',
  source_password: 'a',
  destination_host: 'imap.mail.me.com',
  destination_email: 'ana@new.example',
  destination_password: 'b',
}

describeOnSqlite('a resource of a user', (open) => {
  const api = useApi({ on: open })
  let ana: TestUser
  let ben: TestUser
  let token = ''
  let notification = ''
  let phone = ''
  let app = { id: '', secret: '' }
  let newApp = app
  let recoveryCode = ''
  beforeAll(async () => {
    const admin = await api.user({ isAdmin: true })
    ana = await api.user({ plan: 'enterprise' })
    ben = await api.user({ plan: 'enterprise' })
    const { bearer } = ana
    token = (await api.call('tokens.create', { bearer, body: { name: 'Anas', scopes: ['tools:run'] } })).body.api_token
      .id
    const draft = { title: 'For Ana', message: 'Anas', is_global: false, target_user_id: ana.id }
    notification = (await api.call('admin.notify', { bearer: admin.bearer, body: draft })).body.notification.id
    const addApp = async (name: string) => (await api.call('account.enrolFactor', { bearer, body: { name } })).body
    app = await addApp('Anas phone')
    const first = { bearer, params: { id: app.id }, body: { code: codeAt(app.secret, Date.now()) } }
    recoveryCode = (await api.call('account.confirmFactor', first)).body.recovery_codes[0] ?? ''
    newApp = await addApp('Anas tablet')
    await api.call('auth.login', { body: ana })
    const { sessions } = (await api.call('account.sessions', { bearer })).body
    phone = sessions.find(({ current }) => !current)?.id ?? ''
    await api.call('migrations.create', { bearer, body: mailbox })
    await api.call('tools.run', { bearer, params: { id: 'mx' }, body: { input: 'anas.example' } })
    await api.call('email.verify', { bearer, body: { emails: ['friend@of-ana.example'] } })
  })

  const anas = (id: string): string => {
    const owned: Readonly<Record<string, string>> = {
      'tokens.revoke': token,
      'notifications.read': notification,
      'account.endSession': phone,
      'account.removeFactor': app.id,
      'account.confirmFactor': newApp.id,
    }
    const found = owned[id]
    if (found === undefined) throw new Error(`Say what of ${id} belongs to somebody`)
    return found
  }
  const call = (id: EndpointId, bearer: string, of: string) => {
    const bodies: Readonly<Record<string, object>> = {
      'account.removeFactor': { password: ana.password, code: recoveryCode },
      'account.confirmFactor': { code: codeAt(newApp.secret, Date.now()) },
    }
    return callAny(api, id, { bearer, of, body: bodies[id] })
  }
  const bytes = (text: string): string => text.replace(/"request_id":"[^"]+"/, '')

  it.each(withId)('is not found for other users: %s', async (id) => {
    const others = await call(id, ben.bearer, anas(id))
    expect([others.status, others.code]).toEqual([404, 'not_found'])
    for (const unknown of [newId(), 'x', "' or 1=1 --", '%'])
      expect(bytes((await call(id, ben.bearer, unknown)).text)).toBe(bytes(others.text))
    const seen = await api.call('notifications.list', { bearer: ana.bearer })
    expect(seen.body.notifications[0]).toMatchObject({ id: notification, read: false })
    expect((await api.call('tokens.list', { bearer: ana.bearer })).body.tokens).toHaveLength(1)
  })

  it.each(withId)('is found for its owner: %s', async (id) => {
    expect((await call(id, ana.bearer, anas(id))).status).toBe(200)
  })

  it.each(lists)("is not in another user's %s", async (id) => {
    const { text, code } = await api.call(id, { bearer: ben.bearer })
    // Only features without configuration may refuse.
    expect([undefined, 'verifier_unavailable']).toContain(code)
    for (const trace of [
      ana.id,
      ana.email,
      token,
      notification,
      phone,
      ana.sessionId,
      'Anas',
      'anas.example',
      'of-ana.example',
      'ana@old.example',
    ])
      expect(text).not.toContain(trace)
  })
})
