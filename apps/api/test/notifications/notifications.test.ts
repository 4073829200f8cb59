import { notification, type SentNotification } from '@netbox/contract'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

describeOnEveryEngine('notifications over HTTP', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })
  let admin: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
  })

  const send = async (body: object) => {
    clock.advance(1000)
    const answer = await api.call('admin.notify', {
      bearer: admin.bearer,
      body: { title: 'News', message: 'There are news.', ...body },
    })
    return answer.body.notification
  }
  /** Returns a notification as its readers get it, without the address that admins see. */
  const received = (sent: SentNotification) => v.parse(notification, sent)
  const listFor = async ({ bearer }: TestUser) => (await api.call('notifications.list', { bearer })).body
  const read = ({ bearer }: TestUser, id: string) => api.call('notifications.read', { bearer, params: { id } })
  const onlyOwn = (target_user_id: string) => ({ is_global: false, target_user_id })

  it('reach everyone or their recipient, newest first', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    const forAll = await send({ type: 'new_tool' })
    const forAna = await send(onlyOwn(ana.id))
    const seenByAna = (await listFor(ana)).notifications.slice(0, 2)
    expect(seenByAna).toEqual([
      { ...received(forAna), read: false },
      { ...received(forAll), read: false },
    ])
    expect((await listFor(ben)).notifications.map(({ id }) => id)).not.toContain(forAna.id)
  })

  it('for everyone reach a younger account too', async () => {
    const { id } = await send({ title: 'Before' })
    const over = await send({ expires_at: new Date(clock.now() + 1500).toISOString() })
    clock.advance(1000)
    const ana = await api.user()
    const own = await send(onlyOwn(ana.id))
    const ids = (await listFor(ana)).notifications.map((item) => item.id)
    expect(ids.slice(0, 2)).toEqual([own.id, id])
    expect(ids).not.toContain(over.id)
  })

  it('are unread until each reader has read them', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    const { id } = await send({})
    const before = await listFor(ana)
    expect((await read(ana, id)).body).toEqual({ ok: true })
    expect((await read(ana, id)).body).toEqual({ ok: true })
    const after = await listFor(ana)
    expect(after.unread).toBe(before.unread - 1)
    expect(after.notifications[0]).toMatchObject({ id, read: true })
    expect((await listFor(ben)).notifications[0]).toMatchObject({ id, read: false })
  })

  it('are not shown after they expire', async () => {
    const ana = await api.user()
    const { id } = await send({ expires_at: new Date(clock.now() + 60_000).toISOString() })
    const before = await listFor(ana)
    expect(before.notifications[0]?.id).toBe(id)
    clock.advance(60_000)
    const after = await listFor(ana)
    expect(after.notifications.map((item) => item.id)).not.toContain(id)
    expect(after.unread).toBe(before.unread - 1)
    expect((await read(ana, id)).code).toBe('not_found')
  })
})
