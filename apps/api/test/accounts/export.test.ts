import type { AccountExport } from '@netbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { newLetters } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { runRow } from '../support/rows.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const secret = (name: string): string => `canary-${name}-${newLetters(20)}`

const tablesOf = async ({ engine, queries }: Database): Promise<string[]> => {
  const list =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'kysely%'`
      : sql<{
          name: string
        }>`select table_name as name from information_schema.tables
           where table_schema = database() and table_name not like 'kysely%'`
  return (await list.execute(queries)).rows.map(({ name }) => name)
}

/** The place of each table's rows in the export, or the reason why they belong to no user. */
const places: Readonly<Record<string, keyof AccountExport | 'nobody'>> = {
  users: 'profile',
  profiles: 'profile',
  sessions: 'sessions',
  // The rows contain only hashes of session secrets, and times.
  refresh_tokens: 'nobody',
  one_time_codes: 'codes',
  mfa_factors: 'second_factors',
  mfa_recovery_codes: 'recovery_codes',
  // Challenges contain only ids, and are valid for five minutes.
  mfa_challenges: 'nobody',
  // Hashes that are valid for five minutes.
  auth_flows: 'nobody',
  outbox: 'mail',
  api_tokens: 'api_tokens',
  usage_counters: 'usage',
  runs: 'runs',
  world_documents: 'runs',
  used_tools: 'tools_used',
  email_migrations: 'migrations',
  storage_objects: 'files',
  // Actions of admins, which are in the audit log.
  storage_buckets: 'audit',
  notifications: 'notifications',
  notification_reads: 'notifications',
  audit_log: 'audit',
  billing_customers: 'billing',
  billing_subscriptions: 'billing',
  billing_events: 'nobody',
  verifications: 'verifications',
  // Pending retries are in the verification's own row.
  verification_jobs: 'verifications',
  verification_months: 'verification_months',
  verification_runs: 'verification_months',
  // Digests, domains and servers, which belong to no account.
  verification_cache: 'nobody',
  catch_all_verdicts: 'nobody',
  probed_domains: 'nobody',
  probed_local_parts: 'nobody',
  service_controls: 'nobody',
  heartbeats: 'nobody',
  // Names of locks and digests, which reveal nothing about users.
  rate_limits: 'nobody',
  login_attempts: 'nobody',
  address_requests: 'nobody',
  row_locks: 'nobody',
  service_processes: 'nobody',
  used_captchas: 'nobody',
}

describeOnEveryEngine('the export of a user’s data', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })
  let ana: TestUser
  let admin: TestUser
  beforeAll(async () => {
    ana = await api.user({ plan: 'enterprise' })
    admin = await api.user({ isAdmin: true })
  })

  const exported = async (bearer: string) => (await api.call('account.export', { bearer })).body

  it('has a place for every table', async () => {
    expect(Object.keys(places).toSorted()).toEqual((await tablesOf(api.core.database)).toSorted())
  })

  it('is almost empty without data', async () => {
    const { id, email, bearer } = await api.user()
    const { sessions, ...rest } = await exported(bearer)
    expect(sessions).toMatchObject([{ kind: 'own', user_agent: 'test', address: '127.0.0.1', ended_at: null }])
    const now = new Date(clock.now()).toISOString()
    expect(rest).toEqual({
      exported_at: now,
      profile: {
        id,
        email,
        status: 'active',
        is_admin: false,
        second_factor: false,
        plan: 'free',
        plan_expires_at: null,
        plan_source: 'default',
        confirmed_at: now,
        created_at: now,
        last_sign_in_at: now,
        invited_at: null,
        new_email: null,
        user_metadata: {},
        app_metadata: {},
      },
      subscription: { subscribed: false, subscription_tier: null, subscription_end: null },
      billing: [],
      api_tokens: [],
      runs: [],
      tools_used: [],
      usage: [],
      migrations: [],
      files: [],
      verifications: [],
      verification_months: [],
      notifications: [],
      mail: [],
      codes: [],
      second_factors: [],
      recovery_codes: [],
      audit: [],
    })
  })

  it('contains everything, and no secret', async () => {
    const { bearer, id, email } = ana
    const passwords = { source: secret('source'), destination: secret('destination') }
    await api.call('migrations.create', {
      bearer,
      body: {
        source_host: 'a.example',
        source_email: 'ana@a.example',
        source_password: passwords.source,
        destination_host: 'b.example',
        destination_email: 'ana@b.example',
        destination_password: passwords.destination,
      },
    })
    const token = (await api.call('tokens.create', { bearer, body: { name: 'CI', scopes: ['tools:run'] } })).body
    await api.call('tools.run', { bearer, params: { id: 'mx' }, body: { input: 'shop.example', seed: 'k3f9' } })
    const draft = { title: 'For Ana', message: 'Hello', is_global: false, target_user_id: id }
    await api.call('admin.notify', { bearer: admin.bearer, body: draft })
    const all = { title: 'For all', message: 'Hello' }
    const news = (await api.call('admin.notify', { bearer: admin.bearer, body: all })).body.notification
    await api.call('notifications.read', { bearer, params: { id: news.id } })
    const read_at = new Date(clock.now()).toISOString()
    await api.call('admin.notify', { bearer: admin.bearer, body: { title: 'Not read', message: 'Hello' } })
    // Rows with the same time have no order.
    clock.advance(1000)
    await api.call('admin.viewAs', { bearer: admin.bearer, params: { id } })
    await api.call('admin.updateProfile', { bearer: admin.bearer, params: { id }, body: { status: 'active' } })
    const { queries, writer } = api.core.database
    const mail = { data: '{}', attempts: 0, last_error: null, sent_at: null, next_attempt_at: 9e15, created_at: 1 }
    const template = 'recover' as const
    await writer
      .insertInto('outbox')
      .values({ id: 'mail', recipient: email.toUpperCase(), template, ...mail })
      .execute()
    const user_metadata = JSON.stringify({ name: 'Ana' })
    await writer.updateTable('users').set({ user_metadata }).where('id', '=', id).execute()
    const hash = secret('code')
    await writer
      .insertInto('one_time_codes')
      .values({
        id: 'c',
        user_id: id,
        purpose: template,
        hash,
        created_at: 1,
        expires_at: 2,
        used_at: null,
      })
      .execute()

    const { text, body, headers } = await api.call('account.export', { bearer })
    expect(headers.get('content-disposition')).toBe('attachment; filename="netbox-account.json"')
    expect(body).toMatchObject({
      profile: { id, email, plan: 'enterprise', plan_source: 'admin', user_metadata: { name: 'Ana' } },
      subscription: { subscribed: true, subscription_tier: 'enterprise', subscription_end: null },
      sessions: [
        { kind: 'own', address: '127.0.0.1' },
        { kind: 'viewed_by_admin', address: null, user_agent: null },
      ],
      api_tokens: [{ id: token.api_token.id, name: 'CI', scopes: ['tools:run'], revoked_at: null }],
      runs: [{ tool: 'mx-record', input: 'shop.example', seed: 'k3f9' }],
      tools_used: ['mx-record'],
      usage: [
        { tool: 'mailbox-migration', day: '2026-11-20', used: 1 },
        { tool: 'mx-record', day: '2026-11-20', used: 1 },
      ],
      migrations: [{ source_email: 'ana@a.example', destination_email: 'ana@b.example', status: 'pending' }],
      notifications: expect.arrayContaining([
        expect.objectContaining({ title: 'For Ana', read_at: null }),
        expect.objectContaining({ title: 'For all', read_at }),
      ]),
      mail: [{ template: 'recover', sent_at: null }],
      codes: [{ purpose: 'recover', used_at: null }],
    })
    expect(body.notifications).toHaveLength(2)
    expect(body.audit.map(({ action, by_you }) => `${action} ${by_you}`).toSorted()).toEqual([
      'profile.update false',
      'profile.view_as false',
    ])
    const user = await queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = await queries.selectFrom('email_migrations').selectAll().execute()
    const tokens = await queries.selectFrom('api_tokens').selectAll().execute()
    const refresh = await queries.selectFrom('refresh_tokens').selectAll().execute()
    const ciphertexts = rows.flatMap((row) => [row.source_password_encrypted, row.destination_password_encrypted])
    const hashes = [user.password_hash, ...tokens.map((row) => row.hash), ...refresh.map((row) => row.hash)]
    const canaries = [
      ...Object.values(passwords),
      ...ciphertexts,
      ...hashes,
      hash,
      token.token,
      ana.bearer,
      ana.refreshToken,
    ]
    expect(canaries.length).toBeGreaterThanOrEqual(12)
    for (const canary of [...canaries, ana.password, admin.id, admin.email]) expect(text).not.toContain(canary)
  })

  it('shows admins their own actions, and nothing about the affected users', async () => {
    const text = JSON.stringify(await exported(admin.bearer))
    const { audit, sessions } = await exported(admin.bearer)
    expect(audit).toContainEqual(expect.objectContaining({ action: 'profile.view_as', by_you: true, detail: null }))
    expect(sessions.map(({ kind }) => kind).toSorted()).toEqual(['own', 'view_of_other'])
    for (const trace of [ana.id, ana.email]) expect(text).not.toContain(trace)
  })

  it('contains more rows than one read returns, each of them once', async () => {
    const { id, bearer } = await api.user()
    const rows = Array.from({ length: 1250 }, (_, index) => ({
      ...runRow,
      id: `run-${String((index * 7919) % 1250).padStart(4, '0')}`,
      user_id: id,
      // Many rows have the same time, so that a page ends among them.
      created_at: Math.floor(index / 400),
    }))
    for (let start = 0; start < rows.length; start += 250)
      await api.core.database.writer
        .insertInto('runs')
        .values(rows.slice(start, start + 250))
        .execute()
    const { runs } = await exported(bearer)
    expect(runs).toHaveLength(1250)
    expect(new Set(runs.map((found) => found.id)).size).toBe(1250)
    expect(runs.map(({ created_at }) => created_at)).toEqual(runs.map(({ created_at }) => created_at).toSorted())
  })

  it('is refused to an admin who is viewing as the user, and to an API token', async () => {
    const view = (await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: ana.id } })).body.token
    expect((await api.call('account.export', { bearer: view })).code).toBe('read_only')
    const body = { name: 'All', scopes: ['tools:run', 'tools:read', 'usage:read', 'email:verify'] }
    const { token } = (await api.call('tokens.create', { bearer: ana.bearer, body })).body
    expect((await api.call('account.export', { bearer: token })).code).toBe('forbidden')
  })

  it('that breaks off is not valid JSON', async () => {
    const { bearer } = await api.user()
    const { writer } = api.core.database
    await sql`alter table audit_log rename to audit_away`.execute(writer)
    try {
      const headers = { authorization: `Bearer ${bearer}` }
      const read = async () => (await api.fetch('/api/account/export', { headers })).text()
      await expect(read()).rejects.toThrow(TypeError)
      expect(api.logged()).toContain('failed')
    } finally {
      await sql`alter table audit_away rename to audit_log`.execute(writer)
    }
  })
})
