import { FunctionsHttpError } from '@supabase/supabase-js'
import { beforeAll, expect, it } from 'vitest'
import { toUuid } from '../../src/random.ts'
import { describeOnSqlite } from '../support/database.ts'
import { openShop } from '../billing/support/shop.ts'
import { freshEmail } from '../support/accounts.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

describeOnSqlite('the functions for supabase-js', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  let admin: TestUser
  let user: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
    user = await api.user()
  })

  const invoke = async (name: string, body: object, who?: { user?: TestUser; key?: string }) => {
    const { data, error } = await clientOf(api, who).functions.invoke(name, { body })
    if (!(error instanceof FunctionsHttpError)) return data
    const response = error.context as Response
    return [response.status, await response.json()]
  }

  it('create users with a plan, who can sign in', async () => {
    const email = freshEmail()
    const body = { email, password: 'correct horse', plan: 'pro' }
    const created = await invoke('admin-create-user', body, { user: admin })
    expect(created).toMatchObject({ user: { email, plan: 'pro', status: 'active' } })
    const signedIn = await api.call('auth.login', { body })
    expect(created.user.id).toBe(toUuid(signedIn.body.user.id))
    expect(await invoke('admin-create-user', body, { user: admin })).toEqual([409, { error: expect.any(String) }])
  })

  it('are called as the product calls them: a POST without apikey', async () => {
    const response = await api.fetch('/functions/v1/admin-create-user', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: freshEmail(), password: 'correct horse', plan: 'free' }),
    })
    expect(response.status).toBe(200)
  })

  it('create the missing profiles of users', async () => {
    await api.core.database.writer.deleteFrom('profiles').where('id', '=', user.id).execute()
    const sync = { action: 'sync_missing_profiles' }
    expect(await invoke('admin-create-user', sync, { user: admin })).toEqual({ created: 1 })
    expect(await invoke('admin-create-user', sync, { key: SERVICE_KEY })).toEqual({ created: 0 })
  })

  it('open the payment page of a plan', async () => {
    const shop = await openShop({ databaseUrl: open.url() })
    try {
      const buyer = await shop.api.user()
      const body = { priceId: shop.prices.pro.monthly, planName: 'Pro' }
      const { data, error } = await clientOf(shop.api, { user: buyer }).functions.invoke('create-checkout', { body })
      expect(error).toBeNull()
      expect(data).toEqual({ url: expect.stringMatching(/^http/) })
    } finally {
      await shop.stop()
    }
  })

  it('are refused with a message', async () => {
    const body = { email: 'nobody', password: '12345', plan: 'free' }
    const wrong = await invoke('admin-create-user', body, { user: admin })
    expect(wrong).toEqual([400, { error: expect.any(String) }])
    expect(await invoke('admin-create-user', { plan: 'gold' }, { user: admin })).toEqual([
      400,
      { error: expect.stringContaining('email: Is required.') },
    ])
    expect((await invoke('admin-create-user', body, { user }))[0]).toBe(403)
    expect((await invoke('admin-create-user', body))[0]).toBe(401)
    expect((await invoke('create-checkout', { priceId: 'x', planName: 'Pro' }))[0]).toBe(401)
    expect(await invoke('create-checkout', { priceId: 'x', planName: 'Pro' }, { user })).toEqual([
      503,
      { error: 'Price ID not configured for this plan.' },
    ])
    expect((await invoke('nothing', {}, { user }))[0]).toBe(404)
  })
})
