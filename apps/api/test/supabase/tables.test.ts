import { beforeAll, describe, expect, it } from 'vitest'
import { toUuid } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

const NOBODY = '01234567-89ab-4cde-8f01-23456789abcd'
const mailboxes = {
  user_id: 'OWNER',
  source_host: 'imap.old.example',
  source_email: 'ana@old.example',
  destination_host: 'imap.new.example',
  destination_email: 'ana@new.example',
  destination_password_encrypted: 'AAAA',
}

describeOnEveryEngine('the tables for supabase-js', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  let admin: TestUser
  let user: TestUser
  let paying: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
    clock.advance(1000)
    user = await api.user()
    clock.advance(1000)
    paying = await api.user({ plan: 'pro' })
  })
  const visitor = () => clientOf(api)
  const as = (who: TestUser) => clientOf(api, { user: who })

  describe('profiles', () => {
    it('are listed to admins, newest first, and to others only their own', async () => {
      const all = await as(admin).from('profiles').select('*').order('created_at', { ascending: false })
      expect(all.error).toBeNull()
      expect(all.data?.map(({ id }) => id)).toEqual([paying.id, user.id, admin.id].map(toUuid))
      expect(all.data?.[1]).toEqual({
        id: toUuid(user.id),
        email: user.email,
        status: 'active',
        is_admin: false,
        created_at: '2026-11-20T08:00:01.000Z',
      })
      expect((await as(user).from('profiles').select('id')).data).toEqual([{ id: toUuid(user.id) }])
      expect((await visitor().from('profiles').select('id')).data).toEqual([])
      const service = clientOf(api, { key: SERVICE_KEY })
      expect((await service.from('profiles').select('id')).data).toHaveLength(3)
    })

    it('report whether a user is an admin', async () => {
      const ask = (who: TestUser, id: string) => as(who).from('profiles').select('is_admin').eq('id', id).single()
      expect((await ask(admin, toUuid(admin.id))).data).toEqual({ is_admin: true })
      expect((await ask(user, user.id)).data).toEqual({ is_admin: false })
      const other = await ask(user, toUuid(admin.id))
      expect([other.status, other.error?.code]).toEqual([406, 'PGRST116'])
      const none = await as(user).from('profiles').select('is_admin').eq('id', NOBODY).maybeSingle()
      expect([none.data, none.error]).toEqual([null, null])
    })

    it('are changed by admins by id', async () => {
      const profiles = as(admin).from('profiles')
      const { status, data } = await profiles.update({ status: 'disabled' }).eq('id', toUuid(user.id)).select()
      expect([status, data?.[0]?.status]).toEqual([200, 'disabled'])
      expect((await as(user).from('profiles').select('*')).error?.code).toBe('PGRST301')
      const quiet = await profiles.update({ status: 'active' }).eq('id', user.id)
      expect([quiet.status, quiet.data, quiet.error]).toEqual([204, null, null])
      expect((await profiles.update({ is_admin: true }).eq('id', NOBODY)).status).toBe(204)
      const last = await profiles.update({ is_admin: false }).eq('id', admin.id)
      expect([last.status, last.error?.code]).toEqual([409, 'last_admin'])
    })

    it('can’t be changed by other callers', async () => {
      user = { ...user, ...(await api.user()) }
      for (const id of [user.id, admin.id]) {
        const refused = await as(user).from('profiles').update({ is_admin: true }).eq('id', id)
        expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
        const unknown = await visitor().from('profiles').update({ is_admin: true }).eq('id', id)
        expect([unknown.status, unknown.error?.code]).toEqual([401, '42501'])
      }
    })
  })

  describe('notifications', () => {
    const draft = { title: 'News', message: 'A new tool.', type: 'new_tool', is_global: true, target_user_id: null }

    it('are sent by admins, and listed to their recipients', async () => {
      const sent = await as(admin)
        .from('notifications')
        .insert({ ...draft, expires_at: null })
      expect([sent.status, sent.data, sent.error]).toEqual([201, null, null])
      clock.advance(1000)
      const own = { ...draft, is_global: false, target_user_id: toUuid(paying.id), expires_at: '2026-12-01T08:00' }
      const { data } = await as(admin).from('notifications').insert(own).select().single()
      expect(data).toEqual({
        ...own,
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        expires_at: '2026-12-01T08:00:00.000Z',
        created_at: new Date(clock.now()).toISOString(),
      })
      const latest = (who: TestUser) =>
        as(who).from('notifications').select('*').order('created_at', { ascending: false }).limit(20)
      expect((await latest(admin)).data).toHaveLength(2)
      expect((await latest(paying)).data?.[0]).toEqual(data)
      expect((await latest(user)).data?.map(({ title, is_global }) => [title, is_global])).toEqual([['News', true]])
      expect((await visitor().from('notifications').select('*')).data).toEqual([])
    })

    it('without an end come last in ascending order and first in descending order, as in PostgreSQL', async () => {
      const ends = async (options: { ascending: boolean; nullsFirst?: boolean }) =>
        (await as(paying).from('notifications').select('expires_at').order('expires_at', options)).data?.map(
          ({ expires_at }) => expires_at,
        )
      const end = '2026-12-01T08:00:00.000Z'
      expect(await ends({ ascending: true })).toEqual([end, null])
      expect(await ends({ ascending: false })).toEqual([null, end])
      expect(await ends({ ascending: true, nullsFirst: true })).toEqual([null, end])
      expect(await ends({ ascending: false, nullsFirst: false })).toEqual([end, null])
    })

    it.each([
      ['23502', 400, { ...draft, title: undefined }],
      ['23502', 400, { ...draft, message: null }],
      ['22P02', 400, { ...draft, type: 'spam' }],
      ['22P02', 400, { ...draft, is_global: 'yes' }],
      ['22007', 400, { ...draft, expires_at: 'soon' }],
      ['PGRST204', 400, { ...draft, colour: 'red' }],
      ['42501', 403, { ...draft, created_at: '2026-01-01T00:00:00Z' }],
      ['23503', 409, { ...draft, is_global: false, target_user_id: NOBODY }],
      ['validation_failed', 400, { ...draft, target_user_id: NOBODY }],
      ['validation_failed', 400, { ...draft, title: 'x'.repeat(201) }],
    ])('are refused with %s if something is invalid', async (code, status, row: Record<string, unknown>) => {
      const refused = await as(admin).from('notifications').insert(row)
      expect([refused.error?.code, refused.status]).toEqual([code, status])
    })

    it('can’t be sent by other callers', async () => {
      expect((await as(user).from('notifications').insert(draft)).status).toBe(403)
      expect((await visitor().from('notifications').insert(draft)).status).toBe(401)
    })
  })

  describe('service controls', () => {
    const names = async (client = visitor()) => client.from('service_controls').select('*').order('service_name')

    it('are readable for everyone, by name, and switched by admins', async () => {
      const { data } = await names()
      expect(data?.map(({ service_name }) => service_name)).toEqual([
        'billing',
        'email_migration',
        'email_verification',
        'registration',
        'tool_api',
      ])
      const { id } = data?.[0] ?? {}
      const change = { is_enabled: false, updated_at: '2001-01-01T00:00:00Z' }
      const switched = await as(admin).from('service_controls').update(change).eq('id', id).select().single()
      // The service's clock gives the time, not the client's.
      expect(switched.data).toMatchObject({ is_enabled: false, updated_at: new Date(clock.now()).toISOString() })
      expect((await as(user).from('service_controls').update(change).eq('id', id)).error?.code).toBe('42501')
      await as(admin).from('service_controls').update({ is_enabled: true }).eq('id', id)
      expect((await names()).data?.[0]).toMatchObject({ is_enabled: true })
    })

    it('can’t all be switched at once', async () => {
      const all = await fetch(`${api.url}/rest/v1/service_controls`, {
        method: 'PATCH',
        headers: { apikey: SERVICE_KEY, 'content-type': 'application/json' },
        body: '{"is_enabled":false}',
      })
      expect([all.status, await all.json()]).toMatchObject([400, { code: '21000' }])
    })
  })

  describe('email migrations', () => {
    const request = (owner: string) => ({
      user_id: owner,
      source_host: 'imap.old.example',
      source_email: 'ana@old.example',
      source_password_encrypted: btoa('correct horse'),
      destination_host: 'imap.new.example',
      destination_email: 'ana@new.example',
      destination_password_encrypted: btoa('grün'),
      status: 'pending',
    })

    it('are recorded for their owner, who is the only one to see them, without passwords', async () => {
      const { error, status } = await as(paying)
        .from('email_migrations')
        .insert([request(toUuid(paying.id))])
      expect([error, status]).toEqual([null, 201])
      const { data } = await as(paying).from('email_migrations').select('*').eq('user_id', toUuid(paying.id))
      expect(data).toHaveLength(1)
      expect(data?.[0]).toMatchObject({ status: 'pending', progress_percentage: 0, source_host: 'imap.old.example' })
      expect(JSON.stringify(data)).not.toMatch(/password|correct|Y29ycmVjdC/)
      for (const who of [admin, user])
        expect((await as(who).from('email_migrations').select('*').eq('user_id', toUuid(paying.id))).data).toEqual([])
      const native = await api.call('migrations.list', { bearer: paying.bearer })
      expect(native.body.data.items[0]).toMatchObject({ source_port: 993, destination_port: 993 })
      const [row] = await api.core.database.queries.selectFrom('email_migrations').selectAll().execute()
      expect(row?.source_password_encrypted).toMatch(/^[\w-]+\.[\w-]*\./)
    })

    it('belong to the caller, are pending, and need a plan that includes them', async () => {
      const insert = async (who: TestUser, row: object) => {
        const { error, status } = await as(who).from('email_migrations').insert(row)
        return [error?.code, status]
      }
      expect(await insert(paying, request(toUuid(user.id)))).toEqual(['42501', 403])
      expect(await insert(paying, { ...request(paying.id), status: 'completed' })).toEqual(['42501', 403])
      expect(await insert(user, request(user.id))).toEqual(['not_available', 403])
      expect(await insert(paying, { ...request(paying.id), source_password_encrypted: 'no base64!' })).toEqual([
        'validation_failed',
        400,
      ])
      expect(await insert(paying, { ...request(paying.id), source_host: undefined })).toEqual(['23502', 400])
      expect((await visitor().from('email_migrations').insert(request(paying.id))).status).toBe(401)
    })
  })

  describe('every other request', () => {
    it('for an unknown table returns none', async () => {
      for (const table of ['users', 'sessions', 'sqlite_master', 'profiles%20', '__proto__', 'constructor']) {
        const { error, status } = await as(admin).from(table).select('*')
        expect([error?.code, status]).toEqual(['PGRST205', 404])
      }
    })

    it.each([
      'select=password_hash',
      'select=*,users(*)',
      'select=count()',
      'email=eq.ana@mail.example',
      'id=neq.x',
      `id=in.(${NOBODY})`,
      'or=(id.eq.1)',
      'order=password_hash.desc',
      'order=id.sideways',
      'limit=-1',
      'limit=all',
      'offset=1e3',
      'on_conflict=id',
      `id=eq.${NOBODY}&id=eq.${NOBODY}`,
      // Names that every object inherits are no columns.
      ...['constructor', 'toString', '__proto__', 'hasOwnProperty'].flatMap((name) => [
        `order=${name}`,
        `select=${name}`,
        `${name}=eq.x`,
      ]),
    ])('with ?%s is not parsed', async (query) => {
      const response = await fetch(`${api.url}/rest/v1/profiles?${query}`, {
        headers: { apikey: api.core.config.anonKey, authorization: `Bearer ${admin.bearer}` },
      })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST100', details: null, hint: null },
      ])
    })

    it.each(['constructor', 'toString', '__proto__'])('that writes a column %s finds none', async (name) => {
      const send = async (method: string, path: string) => {
        const response = await fetch(`${api.url}/rest/v1/${path}`, {
          method,
          headers: {
            apikey: api.core.config.anonKey,
            authorization: `Bearer ${admin.bearer}`,
            'content-type': 'application/json',
          },
          body: `{"${name}":"x"}`,
        })
        return [response.status, await response.json()]
      }
      // The JSON parser itself refuses `__proto__`.
      const refused = [400, { code: name === '__proto__' ? 'bad_request' : 'PGRST204' }]
      expect(await send('POST', 'notifications')).toMatchObject(refused)
      expect(await send('PATCH', `profiles?id=eq.${user.id}`)).toMatchObject(refused)
    })

    it('may name a column of the order many times', async () => {
      const order = ['service_name.desc', ...Array.from({ length: 3000 }, () => 'id')].join(',')
      const response = await fetch(`${api.url}/rest/v1/service_controls?select=service_name&order=${order}`, {
        headers: { apikey: api.core.config.anonKey },
      })
      const [first] = (await response.json()) as { service_name: string }[]
      expect([response.status, first]).toEqual([200, { service_name: 'tool_api' }])
    })

    it.each<['PATCH' | 'POST', string, string]>([
      ['PATCH', `profiles?id=eq.${NOBODY}`, '{"status":{"toString":1,"valueOf":1}}'],
      ['PATCH', `profiles?id=eq.${NOBODY}`, `{"is_admin":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
      ['POST', 'notifications', '{"title":"a","message":"b","expires_at":[[]]}'],
      ['POST', 'notifications', `{"title":"a","message":"b","expires_at":"${'0'.repeat(1_000_000)}"}`],
      [
        'POST',
        'email_migrations',
        JSON.stringify({ ...mailboxes, source_password_encrypted: `AAAA${'='.repeat(1_000_000)}A` }),
      ],
    ])('is refused soon for a value of another form: %s %s %.60s', async (method, path, body) => {
      const begun = performance.now()
      const headers = {
        apikey: api.core.config.anonKey,
        authorization: `Bearer ${paying.bearer}`,
        'content-type': 'application/json',
      }
      const request: RequestInit = { method, headers, body: body.replace('OWNER', paying.id) }
      const response = await fetch(`${api.url}/rest/v1/${path}`, request)
      expect([response.status, await response.json()]).toMatchObject([400, { code: '22P02' }])
      // A search that tries again at each character would take minutes.
      expect(performance.now() - begun).toBeLessThan(10_000)
    })

    it('for one object is refused if there are several rows', async () => {
      const { status, data, error } = await as(admin).from('profiles').select('id').single()
      expect([status, data]).toEqual([406, null])
      expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 4 rows' })
    })

    it('for rows by an invalid id is refused', async () => {
      const { error, status } = await as(admin).from('profiles').select('*').eq('id', "x' or 1=1")
      expect([error?.code, status]).toEqual(['22P02', 400])
    })

    it('to delete or replace is forbidden', async () => {
      expect((await as(admin).from('profiles').delete().eq('id', user.id)).error?.code).toBe('42501')
      expect((await as(admin).from('profiles').upsert({ id: user.id })).error?.code).toBe('42501')
      expect((await as(admin).from('notifications').insert([{}, {}])).error?.code).toBe('PGRST100')
    })

    it('for an unknown function returns none', async () => {
      const { error, status } = await as(admin).rpc('version')
      expect([error?.code, status]).toEqual(['PGRST202', 404])
    })

    it('in another schema returns none', async () => {
      const { error, status } = await as(admin).schema('auth').from('profiles').select('*')
      expect([error?.code, status]).toEqual(['PGRST106', 406])
    })

    it('for many rows gets a page of them, with their number', async () => {
      const page = await as(admin).from('profiles').select('id', { count: 'exact' }).order('created_at').range(1, 1)
      expect([page.count, page.data]).toEqual([4, [{ id: expect.any(String) }]])
      const head = await as(admin).from('profiles').select('*', { count: 'exact', head: true })
      expect([head.count, head.data]).toEqual([4, null])
      const active = { status: 'active' }
      const written = await as(admin).from('profiles').update(active, { count: 'exact' }).eq('id', user.id)
      expect([written.status, written.count]).toEqual([204, 1])
      expect((await as(admin).from('profiles').update(active, { count: 'exact' }).eq('id', NOBODY)).count).toBe(0)
      const million = await as(admin).from('profiles').select('id').limit(1_000_000)
      expect(million.data).toHaveLength(4)
    })

    it('beyond the last row is refused if it asks for the number of rows', async () => {
      const beyond = await as(admin).from('profiles').select('id', { count: 'exact' }).range(10, 19)
      expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
      expect((await as(admin).from('profiles').select('id').range(10, 19)).data).toEqual([])
    })

    it('can get CSV, without formulas, and no query plan', async () => {
      const row = { title: '=1+1, "two"', message: 'm', is_global: true }
      await as(admin).from('notifications').insert(row)
      const csv = await as(user).from('notifications').select('title,message,expires_at').order('created_at').csv()
      expect(csv.data).toMatch(/^title,message,expires_at\n/)
      expect(csv.data).toContain(`"'=1+1, ""two""",m,`)
      const plan = await as(admin).from('profiles').select('id').explain()
      expect([plan.status, plan.error?.code]).toEqual([406, 'PGRST107'])
    })

    it('of an admin who is viewing as a user changes nothing', async () => {
      const view = await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: paying.id } })
      const viewer = { ...paying, bearer: view.body.token }
      expect((await as(viewer).from('email_migrations').select('id')).data).toHaveLength(1)
      const refused = await as(viewer).from('email_migrations').insert({ user_id: paying.id })
      expect([refused.status, refused.error?.code]).toEqual([403, 'read_only'])
    })
  })
})
