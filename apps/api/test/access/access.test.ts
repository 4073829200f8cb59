import { createHash } from 'node:crypto'
import { type EndpointId, isClosedToViewers } from '@netbox/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint, callAny, endpointOf, idsOf, isClosed } from '../support/any-endpoint.ts'
import { describeOnSqlite } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const device = { userAgent: 'test', address: '127.0.0.1' }
const adminIds = idsOf(everyEndpoint.filter(({ access }) => access === 'admin'))
const closed = everyEndpoint.filter(isClosed)
const written = [
  'users',
  'profiles',
  'sessions',
  'notifications',
  'service_controls',
  'audit_log',
  'api_tokens',
] as const

describeOnSqlite('access rights', (open) => {
  const api = useApi({ on: open })
  let admin: TestUser
  let victim: TestUser
  const bearers: Record<string, string | undefined> = {}

  const start = async (id: string): Promise<string> => {
    const account = await api.core.accounts.find(id)
    if (account === undefined) throw new Error('The user is gone')
    return (await api.core.sessions.start(account, device)).accessToken
  }

  const view = async (id: string): Promise<string> => {
    const { body } = await api.call('admin.viewAs', { bearer: admin.bearer, params: { id } })
    return body.token
  }

  const tokenOf = async (id: string): Promise<string> => {
    const scopes = ['tools:run', 'tools:read', 'usage:read', 'email:verify'] as const
    const made = await api.core.apiTokens.create({ id, plan: 'enterprise' }, { name: 'All', scopes, expiresAt: null })
    return made.secret
  }

  beforeAll(async () => {
    admin = await api.user({ isAdmin: true, plan: 'enterprise' })
    victim = await api.user()
    const others = { disabled: await api.user(), disabledAdmin: await api.user({ isAdmin: true }) }
    const demoted = await api.user({ isAdmin: true })
    const gone = await api.user({ isAdmin: true })
    const second = await api.user({ isAdmin: true })
    const enterprise = await api.user({ plan: 'enterprise' })
    for (const { id } of Object.values(others)) await api.core.accounts.updateProfile(id, { status: 'disabled' })
    await api.core.accounts.updateProfile(demoted.id, { isAdmin: false })
    await api.call('auth.logout', { bearer: gone.bearer })
    Object.assign(bearers, {
      nobody: undefined,
      'a made-up bearer': 'made.up.bearer',
      'a refresh token': admin.refreshToken,
      'a made-up API token': `nbx_${'a'.repeat(32)}`,
      'a free user': victim.bearer,
      'an enterprise user': enterprise.bearer,
      'a suspended user': others.disabled.bearer,
      'a suspended admin': others.disabledAdmin.bearer,
      'an admin of yesterday': demoted.bearer,
      'an admin who logged out': gone.bearer,
      "an admin's API token": await tokenOf(admin.id),
      "an admin's view of a user": await view(enterprise.id),
      "an admin's view of an admin": await view(second.id),
    })
  })

  const refusals: Readonly<Record<string, string>> = {
    nobody: 'unauthorized',
    'a made-up bearer': 'unauthorized',
    'a refresh token': 'unauthorized',
    'a made-up API token': 'unauthorized',
    'a free user': 'forbidden',
    'an enterprise user': 'forbidden',
    'a suspended user': 'unauthorized',
    'a suspended admin': 'unauthorized',
    'an admin of yesterday': 'forbidden',
    'an admin who logged out': 'unauthorized',
    "an admin's API token": 'forbidden',
    "an admin's view of a user": 'forbidden',
    "an admin's view of an admin": 'forbidden',
  }

  const callAs = (id: EndpointId, bearer: string | undefined) =>
    callAny(api, id, { of: victim.id, bearer, body: endpointOf(id).example })

  /** Returns a digest of each table, excluding the times when tokens were last used. */
  const state = async (): Promise<readonly string[]> => {
    const read = async (table: (typeof written)[number]): Promise<string> => {
      const rows = await api.core.database.queries.selectFrom(table).selectAll().execute()
      const text = JSON.stringify(rows, (key, value: unknown) => (key === 'last_used_at' ? undefined : value))
      return `${table}: ${createHash('sha256').update(text).digest('hex')}`
    }
    return Promise.all(written.map(read))
  }

  describe.each(adminIds)('%s', (id) => {
    it.each(Object.entries(refusals))('refuses %s with %s, and changes nothing', async (who, code) => {
      const before = await state()
      expect((await callAs(id, bearers[who])).code).toBe(code)
      expect(await state()).toEqual(before)
    })

    it('serves an admin', async () => {
      const { code } = await callAs(id, await start(admin.id))
      expect([undefined, 'not_found', 'email_in_use']).toContain(code)
      await api.core.accounts.updateProfile(victim.id, { status: 'active' })
      victim = { ...victim, bearer: await start(victim.id) }
      bearers['a free user'] = victim.bearer
    })
  })

  it('covers every route of the panel', () => {
    expect(adminIds).toEqual(idsOf(everyEndpoint.filter(({ path }) => path.startsWith('/admin/'))))
    expect(adminIds.length).toBeGreaterThanOrEqual(10)
  })

  it.each(idsOf(closed))('refuses %s without a valid credential', async (id) => {
    for (const [who, code] of Object.entries(refusals)) {
      if (code === 'unauthorized') expect((await callAs(id, bearers[who])).code, who).toBe('unauthorized')
    }
  })

  it.each(idsOf(closed.filter(isClosedToViewers)))('refuses %s to an admin who is viewing as a user', async (id) => {
    const before = await state()
    const { code, status } = await callAs(id, bearers["an admin's view of a user"])
    expect([status, code]).toEqual([403, adminIds.includes(id) ? 'forbidden' : 'read_only'])
    expect(await state()).toEqual(before)
  })

  it.each(idsOf(closed.filter(({ access }) => access === 'session' || access === 'enterprise')))(
    'refuses every API token at %s',
    async (id) => {
      expect((await callAs(id, bearers["an admin's API token"])).code).toBe('forbidden')
    },
  )

  it.each(idsOf(closed.filter(({ access }) => access === 'enterprise')))(
    'allows %s only on the enterprise plan',
    async (id) => {
      expect((await callAs(id, victim.bearer)).code).toBe('upgrade_required')
    },
  )
})
