import { type QueryInput, serviceNames } from '@netbox/contract'
import { serviceOffMessages } from '@netbox/product'
import { beforeAll, describe, expect, it } from 'vitest'
import { countProfiles, listProfiles } from '../../src/admin/repository.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const password = 'correct horse'

describeOnEveryEngine('the admin panel over HTTP', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })
  let admin: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
  })

  // Rows with the same millisecond have no order.
  const as = () => {
    clock.advance(1)
    return { bearer: admin.bearer }
  }
  const lastAudit = async () => (await api.call('admin.audit', { ...as(), query: { limit: 1 } })).body.data.items[0]
  const countAudit = async () => (await api.call('admin.audit', as())).body.data.total
  const createUser = (body: object) =>
    api.call('admin.createUser', { ...as(), body: { email: `${newId()}@mail.example`, password, ...body } })
  const update = (id: string, body: unknown) => api.call('admin.updateProfile', { ...as(), params: { id }, body })

  describe('users', () => {
    it('are listed newest first, in pages', async () => {
      const users: string[] = []
      for (let count = 0; count < 3; count++) {
        clock.advance(1000)
        users.unshift((await api.user()).id)
      }
      const page = async (number: number) =>
        (await api.call('admin.profiles', { ...as(), query: { page: number, limit: 2 } })).body.data
      const [first, second] = [await page(1), await page(2)]
      expect([...first.items, ...second.items].slice(0, 3).map(({ id }) => id)).toEqual(users)
      expect(first).toMatchObject({ page: 1, limit: 2, total: second.total })
      expect((await page(1000)).items).toEqual([])
    })

    it('are listed newest first, oldest first or by address', async () => {
      const mark = newId()
      for (const name of ['bea', 'Ana', 'cem']) {
        clock.advance(1000)
        await createUser({ email: `${name}.${mark}@mail.example` })
      }
      const names = async (query: { sort?: 'newest' | 'oldest' | 'email'; page?: number; limit?: number }) => {
        const { items } = (await api.call('admin.profiles', { ...as(), query: { search: mark, ...query } })).body.data
        return items.map(({ email }) => email.split('.')[0])
      }
      expect(await names({})).toEqual(['cem', 'Ana', 'bea'])
      expect(await names({ sort: 'newest' })).toEqual(['cem', 'Ana', 'bea'])
      expect(await names({ sort: 'oldest' })).toEqual(['bea', 'Ana', 'cem'])
      expect(await names({ sort: 'email' })).toEqual(['Ana', 'bea', 'cem'])
      expect(await names({ sort: 'email', page: 2, limit: 2 })).toEqual(['cem'])
      const wrong = { sort: 'password_hash' as never }
      expect((await api.call('admin.profiles', { ...as(), query: wrong })).code).toBe('validation_failed')
    })

    it('are found by a part of their address, which is not a pattern', async () => {
      const { queries } = api.core.database
      const mark = newId()
      for (const name of ['Ana_Bel', 'anaxbel', '100%']) await createUser({ email: `${name}.${mark}@mail.example` })
      const find = async (search: string) => {
        const rows = await listProfiles(queries, { search, sort: 'newest', limit: 10, offset: 0 })
        expect(await countProfiles(queries, search)).toBe(rows.length)
        return new Set(rows.map(({ user_email }) => user_email.split('.')[0]))
      }
      expect(await find(`.${mark}@`)).toEqual(new Set(['100%', 'Ana_Bel', 'anaxbel']))
      expect(await find(`ana_bel.${mark}`)).toEqual(new Set(['Ana_Bel']))
      expect(await find(` 100%.${mark.toUpperCase()} `)).toEqual(new Set(['100%']))
      expect(await find(`!${mark}`)).toEqual(new Set())
      const { data } = (await api.call('admin.profiles', { ...as(), query: { search: `ANA_BEL.${mark}` } })).body
      expect(data).toMatchObject({ total: 1, items: [{ email: `Ana_Bel.${mark}@mail.example` }] })
    })

    it('are created with a plan, and can sign in', async () => {
      const { body, status } = await createUser({ plan: 'pro' })
      expect(status).toBe(201)
      expect(body.profile).toMatchObject({ plan: 'pro', is_admin: false, status: 'active', plan_expires_at: null })
      const { email, id } = body.profile
      expect((await api.call('auth.login', { body: { email, password } })).body.user.plan).toBe('pro')
      expect(await lastAudit()).toMatchObject({
        actor_id: admin.id,
        action: 'user.create',
        target_id: id,
        detail: { email, plan: 'pro' },
      })
    })

    it.each([
      ['invalid_email', { email: 'nobody' }],
      ['password_too_short', { password: '12345' }],
      ['password_too_long', { password: 'x'.repeat(1025) }],
      ['validation_failed', { plan: 'gold' }],
    ])('are not created when it answers %s, and nothing is recorded', async (code, body) => {
      const before = await countAudit()
      expect((await createUser(body)).code).toBe(code)
      expect(await countAudit()).toBe(before)
    })

    it('are created once', async () => {
      const { email } = await api.user()
      expect((await createUser({ email: email.toUpperCase() })).code).toBe('email_in_use')
    })

    it('get their missing profiles', async () => {
      const { writer } = api.core.database
      const { id, email, bearer } = await api.user({ plan: 'pro' })
      await writer.deleteFrom('profiles').where('id', '=', id).execute()
      const listed = async () => {
        const { items } = (await api.call('admin.profiles', { ...as(), query: { limit: 200 } })).body.data
        return items.find((profile) => profile.id === id)
      }
      expect(await listed()).toBeUndefined()
      expect((await api.call('admin.syncProfiles', as())).body).toEqual({ created: 1 })
      expect(await listed()).toMatchObject({ email, plan: 'free', is_admin: false, status: 'active' })
      expect((await api.call('auth.verify', { bearer })).body.user).toMatchObject({ id, plan: 'free' })
      expect(await lastAudit()).toMatchObject({ action: 'profiles.sync', target_id: null, detail: { created: 1 } })
      expect((await api.call('admin.syncProfiles', as())).body).toEqual({ created: 0 })
    })

    it('are suspended and activated, effective on their next request', async () => {
      const { id, bearer, email } = await api.user()
      expect((await update(id, { status: 'disabled' })).body.profile.status).toBe('disabled')
      expect((await api.call('auth.verify', { bearer })).code).toBe('unauthorized')
      expect((await api.call('auth.login', { body: { email, password } })).code).toBe('account_disabled')
      expect((await update(id, { status: 'active' })).body.profile.status).toBe('active')
      expect((await api.call('auth.login', { body: { email, password } })).status).toBe(200)
      expect(await lastAudit()).toMatchObject({
        action: 'profile.update',
        target_id: id,
        detail: { status: 'active' },
      })
    })

    it('gain and lose the admin role, effective on their next request', async () => {
      const { id, bearer } = await api.user()
      await update(id, { is_admin: true })
      expect((await api.call('admin.services', { bearer })).status).toBe(200)
      expect((await update(id, { is_admin: false })).body.profile.is_admin).toBe(false)
      expect((await api.call('admin.services', { bearer })).code).toBe('forbidden')
    })

    it('that do not exist can’t be changed', async () => {
      const before = await countAudit()
      expect((await update(newId(), { status: 'disabled' })).code).toBe('not_found')
      expect((await update(admin.id, {})).code).toBe('validation_failed')
      expect((await update(admin.id, { status: 'gone' })).code).toBe('validation_failed')
      expect(await countAudit()).toBe(before)
    })

    it('always include one active admin', async () => {
      const before = await countAudit()
      for (const change of [{ is_admin: false }, { status: 'disabled' }, { is_admin: false, status: 'disabled' }])
        expect((await update(admin.id, change)).code).toBe('last_admin')
      expect(await countAudit()).toBe(before)
      expect((await api.call('admin.services', as())).status).toBe(200)
    })
  })

  describe('a view as a user', () => {
    const viewAs = (id: string) => api.call('admin.viewAs', { ...as(), params: { id } })

    it('shows the user’s data, names the admin and is recorded', async () => {
      const ana = await api.user({ plan: 'enterprise' })
      await api.call('tokens.create', { bearer: ana.bearer, body: { name: 'Ana', scopes: ['tools:run'] } })
      const { body, status } = await viewAs(ana.id)
      expect(status).toBe(201)
      const user = { id: ana.id, email: ana.email, plan: 'enterprise', is_admin: false }
      expect(body).toMatchObject({ user, actor_id: admin.id, expires_in: 600, token_type: 'bearer' })
      expect(body.expires_at).toBe(Math.floor((clock.now() + 600_000) / 1000))
      expect((await api.call('auth.verify', { bearer: body.token })).body).toEqual({ user, actor_id: admin.id })
      expect((await api.call('tokens.list', { bearer: body.token })).body.tokens).toMatchObject([{ name: 'Ana' }])
      expect(await lastAudit()).toMatchObject({ actor_id: admin.id, action: 'profile.view_as', target_id: ana.id })
    })

    it('has no admin rights, even as another admin', async () => {
      const other = await api.user({ isAdmin: true })
      const { body } = await viewAs(other.id)
      expect(body.user.is_admin).toBe(false)
      expect((await api.call('auth.verify', { bearer: body.token })).body.user.is_admin).toBe(false)
      expect((await api.call('admin.profiles', { bearer: body.token })).code).toBe('forbidden')
      await update(other.id, { is_admin: false })
    })

    it('ends after ten minutes, by signing out of it or of the admin’s session, and with the admin role', async () => {
      const ana = await api.user()
      const other = await api.user({ isAdmin: true })
      const look = async (bearer: string) =>
        (await api.call('admin.viewAs', { bearer, params: { id: ana.id } })).body.token
      const [left, demoted, late] = [await look(admin.bearer), await look(other.bearer), await look(admin.bearer)]
      await api.call('auth.logout', { bearer: left })
      await update(other.id, { is_admin: false })
      const seen = async (bearer: string) => (await api.call('auth.verify', { bearer })).status
      expect([await seen(left), await seen(demoted), await seen(late)]).toEqual([401, 401, 200])
      expect(await seen(ana.bearer)).toBe(200)
      const again = (await api.call('auth.login', { body: admin })).body.token
      const view = await look(again)
      expect(await seen(view)).toBe(200)
      await api.call('auth.logout', { bearer: again })
      expect([await seen(view), await seen(late)]).toEqual([401, 200])
      clock.advance(601_000)
      expect(await seen(late)).toBe(401)
      // The admin's own access token has expired too.
      admin = { ...admin, bearer: (await api.call('auth.login', { body: admin })).body.token }
    })

    it('is refused for a missing or suspended user', async () => {
      const before = await countAudit()
      expect((await viewAs(newId())).code).toBe('not_found')
      const { id } = await api.user()
      await api.core.accounts.updateProfile(id, { status: 'disabled' })
      expect((await viewAs(id)).code).toBe('account_disabled')
      expect(await countAudit()).toBe(before)
    })
  })

  describe('the audit log', () => {
    const audit = async (query: QueryInput<'admin.audit'>) =>
      (await api.call('admin.audit', { ...as(), query })).body.data

    it('is searched by admin, affected user and kind', async () => {
      const mark = newId()
      const other = await api.user({ isAdmin: true })
      const { body } = await createUser({ email: `Ana.${mark}@mail.example` })
      const { id } = body.profile
      clock.advance(1)
      const suspended = { bearer: other.bearer, params: { id }, body: { status: 'disabled' } }
      await api.call('admin.updateProfile', suspended)
      const { items, total } = await audit({ search: mark.toUpperCase() })
      expect(total).toBe(2)
      expect(items).toMatchObject([
        { action: 'profile.update', actor_email: other.email, target_id: id, target_email: `Ana.${mark}@mail.example` },
        { action: 'user.create', actor_email: admin.email, target_id: id, target_email: `Ana.${mark}@mail.example` },
      ])
      expect(await audit({ search: mark, action: 'user.create' })).toMatchObject({ total: 1, items: [items[1]] })
      expect(await audit({ search: other.email })).toMatchObject({ total: 1, items: [items[0]] })
      expect(await audit({ search: mark, page: 2, limit: 1 })).toMatchObject({ total: 2, items: [items[1]] })
      expect(await audit({ search: `%${mark}` })).toMatchObject({ total: 0, items: [] })
      const wrong = { action: 'user.rename' as never }
      expect((await api.call('admin.audit', { ...as(), query: wrong })).code).toBe('validation_failed')
      await api.core.accounts.updateProfile(other.id, { isAdmin: false })
    })

    it('is listed in pages, newest first, including entries about no user', async () => {
      await api.call('admin.syncProfiles', as())
      const { items, total, limit } = await audit({})
      expect(limit).toBe(50)
      expect(items[0]).toMatchObject({ action: 'profiles.sync', actor_email: admin.email, target_email: null })
      expect(total).toBe(await countAudit())
    })
  })

  describe('notifications', () => {
    const notify = (body: object) =>
      api.call('admin.notify', { ...as(), body: { title: 'News', message: 'There are news.', ...body } })

    it('are created for everyone, or for one with an expiry', async () => {
      const { id, email } = await api.user()
      const expires_at = new Date(clock.now() + 1000).toISOString()
      const forAll = await notify({ type: 'new_tool' })
      expect(forAll.status).toBe(201)
      expect(forAll.body.notification).toMatchObject({ is_global: true, target_email: null, expires_at: null })
      const forOne = await notify({ is_global: false, target_user_id: id, expires_at, message: ' Two\nlines ' })
      expect(forOne.body.notification).toEqual({
        id: forOne.body.notification.id,
        title: 'News',
        message: 'Two\nlines',
        type: 'general',
        is_global: false,
        target_user_id: id,
        target_email: email,
        expires_at,
        created_at: new Date(clock.now()).toISOString(),
      })
      expect(await lastAudit()).toMatchObject({
        action: 'notification.create',
        target_id: forOne.body.notification.id,
        detail: { type: 'general', is_global: false, target_user_id: id },
      })
    })

    it('are listed as the latest twenty', async () => {
      for (let count = 0; count < 21; count++) {
        clock.advance(1)
        await notify({ title: `News ${count}` })
      }
      const { notifications } = (await api.call('admin.notifications', as())).body
      expect(notifications.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, at) => `News ${20 - at}`))
    })

    it.each([
      ['validation_failed', { title: ' ' }],
      ['validation_failed', { message: '' }],
      ['validation_failed', { type: 'spam' }],
      ['validation_failed', { is_global: false }],
      ['validation_failed', { target_user_id: 'somebody' }],
      ['validation_failed', { expires_at: '2026-11-20T07:00:00Z' }],
      ['not_found', { is_global: false, target_user_id: 'somebody' }],
    ])('are refused with %s: %o', async (code, body) => {
      const before = await countAudit()
      expect((await notify(body)).code).toBe(code)
      expect(await countAudit()).toBe(before)
    })
  })

  describe('services', () => {
    const set = (id: string, is_enabled: boolean) =>
      api.call('admin.updateService', { ...as(), params: { id }, body: { is_enabled } })

    it('are listed by name', async () => {
      const { services } = (await api.call('admin.services', as())).body
      expect(services.map(({ service_name }) => service_name)).toEqual([...serviceNames].toSorted())
    })

    it.each(serviceNames)('can be switched, with an effect: %s', async (name) => {
      const { bearer } = await api.user({ plan: 'pro' })
      const mailbox = { host: 'imap.gmail.com', email: 'ana@mail.example', password: 'x' }
      const use = {
        registration: () => api.call('auth.register', { body: { email: `${newId()}@mail.example`, password } }),
        tool_api: () => api.call('tools.run', { bearer, params: { id: 'mx' }, body: { input: 'example.com' } }),
        email_migration: () => api.call('migrations.test', { bearer, body: mailbox }),
        email_verification: () => api.call('email.verify', { bearer, body: { emails: ['ana@mail.example'] } }),
        billing: () => api.call('subscription.portal', { bearer }),
      }[name]
      const off = await set(name, false)
      expect(off.body.service).toMatchObject({ id: name, is_enabled: false })
      expect(off.body.service.updated_at).toBe(new Date(clock.now()).toISOString())
      expect(await lastAudit()).toMatchObject({
        action: 'service.update',
        target_id: name,
        detail: { service: name, is_enabled: false },
      })
      clock.advance(1000)
      const refused = await use()
      expect([refused.status, refused.code, JSON.parse(refused.text).error]).toEqual([
        403,
        'service_off',
        serviceOffMessages[name],
      ])
      expect((await api.call('services.list')).body.services).toContainEqual(off.body.service)
      await set(name, true)
      clock.advance(1000)
      expect((await use()).code).not.toBe('service_off')
    })

    it('that do not exist can’t be switched', async () => {
      const before = await countAudit()
      expect((await set('everything', false)).code).toBe('not_found')
      expect(await countAudit()).toBe(before)
    })
  })
})
