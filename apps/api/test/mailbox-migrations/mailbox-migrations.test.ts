import { describe, expect, it } from 'vitest'
import { rotateEncryption, createEncryption } from '../../src/encryption/encryption.ts'
import { createMigrations } from '../../src/mailbox-migrations/service.ts'
import { makeEncryptionKeys, readEncryptionKeys } from '../../src/config/secrets.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { settle } from '../support/settle.ts'
import { useApi } from '../support/use-api.ts'

const request = {
  source_host: 'imap.gmail.com',
  source_port: 993,
  source_email: 'ana@old.example',
  source_password: 'source secret ✓',
  destination_host: 'imap.mail.me.com',
  destination_email: 'ana@new.example',
  destination_password: '  target secret  ',
}

describeOnEveryEngine('mailbox migrations over HTTP', (open) => {
  const clock = setClock('2026-11-20T23:00:00Z')
  const api = useApi({ on: open, clock })

  const create = (bearer: string, body: object = {}) => {
    clock.advance(1)
    return api.call('migrations.create', { bearer, body: { ...request, ...body } })
  }
  const list = (bearer: string, query = {}) => api.call('migrations.list', { bearer, query })
  const rowOf = (id: string) =>
    api.core.database.queries.selectFrom('email_migrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('a request', () => {
    it('is recorded as pending, without the passwords', async () => {
      const { bearer, id } = await api.user({ plan: 'pro' })
      const { body, status, text } = await create(bearer)
      expect(status).toBe(201)
      expect(body.migration).toEqual({
        id: body.migration.id,
        user_id: id,
        source_host: 'imap.gmail.com',
        source_port: 993,
        source_email: 'ana@old.example',
        destination_host: 'imap.mail.me.com',
        destination_port: 993,
        destination_email: 'ana@new.example',
        status: 'pending',
        progress_percentage: 0,
        error_message: null,
        created_at: new Date(clock.now()).toISOString(),
        completed_at: null,
      })
      expect(text).not.toContain('secret')
      expect((await list(bearer)).body.data).toEqual({ items: [body.migration], page: 1, limit: 50, total: 1 })
    })

    it('encrypts the passwords, each for its own row and column', async () => {
      const { bearer } = await api.user({ plan: 'pro' })
      const row = await rowOf((await create(bearer)).body.migration.id)
      const encryption = createEncryption(api.core.config.encryptionKeys)
      const at = (column: string) => ({ row: row.id, column })
      expect(await encryption.decrypt(row.source_password_encrypted, at('source_password_encrypted'))).toBe(
        'source secret ✓',
      )
      expect(await encryption.decrypt(row.destination_password_encrypted, at('destination_password_encrypted'))).toBe(
        '  target secret  ',
      )
      await expect(
        encryption.decrypt(row.source_password_encrypted, at('destination_password_encrypted')),
      ).rejects.toThrow('another row or column')
    })

    it('uses 993 for a port that is not a number, and refuses an invalid port number', async () => {
      const { bearer } = await api.user({ plan: 'pro' })
      const { migration } = (await create(bearer, { source_port: 'imap', destination_port: '143' })).body
      expect([migration.source_port, migration.destination_port]).toEqual([993, 143])
      expect((await create(bearer, { source_port: 0 })).code).toBe('validation_failed')
      expect((await create(bearer, { source_host: ' ' })).code).toBe('validation_failed')
      expect((await create(bearer, { source_password: '' })).code).toBe('validation_failed')
    })

    it('is listed only to its owner, newest first, in pages', async () => {
      const [ana, ben] = [await api.user({ plan: 'pro' }), await api.user({ plan: 'pro' })]
      const ids: string[] = []
      for (let count = 0; count < 3; count++) ids.unshift((await create(ana.bearer)).body.migration.id)
      await create(ben.bearer)
      const { data } = (await list(ana.bearer, { page: 1, limit: 2 })).body
      expect(data.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
      expect(data.total).toBe(3)
      expect((await list(ana.bearer, { page: 2, limit: 2 })).body.data.items.map(({ id }) => id)).toEqual(ids.slice(2))
    })

    it('is not for the free plan', async () => {
      const { bearer } = await api.user()
      const { code, status } = await create(bearer)
      expect([code, status]).toEqual(['not_available', 403])
      expect((await list(bearer)).body.data.total).toBe(0)
    })

    it('is granted exactly ten times a day on the pro plan, even with concurrent requests', async () => {
      const { bearer } = await api.user({ plan: 'pro' })
      const { values } = await settle(25, () => create(bearer))
      expect(values.filter(({ status }) => status === 201)).toHaveLength(10)
      expect(values.filter(({ code }) => code === 'daily_limit_reached')).toHaveLength(15)
      expect((await list(bearer)).body.data.total).toBe(10)
    })

    it('has its own counter, separate from the counter of the simulated tool, with the same text at the limit', async () => {
      const { bearer } = await api.user({ plan: 'pro' })
      for (let count = 0; count < 10; count++) await create(bearer)
      const refused = await create(bearer)
      const simulate = async () =>
        api.call('tools.run', { bearer, params: { id: 'email-migration' }, body: { input: 'imap.gmail.com' } })
      for (let count = 0; count < 10; count++) expect((await simulate()).status).toBe(200)
      const run = await simulate()
      expect(refused.body).toMatchObject({ code: 'daily_limit_reached' })
      const errorOf = (text: string): unknown => JSON.parse(text).error
      expect(errorOf(refused.text)).toBe(errorOf(run.text))
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
      const { usage } = (await api.call('usage.list', { bearer })).body
      expect(usage.find(({ tool }) => tool === 'email-migration')).toMatchObject({ used: 10, limit: 10, remaining: 0 })
    })

    it('is granted fifty times on the enterprise plan', async () => {
      const { bearer } = await api.user({ plan: 'enterprise' })
      const { values } = await settle(55, () => create(bearer))
      expect(values.filter(({ status }) => status === 201)).toHaveLength(50)
    })
  })

  describe('a connection test', () => {
    const test = (bearer: string, body: object) =>
      api.call('migrations.test', { bearer, body: { email: 'ana@mail.example', password: 'secret', ...body } })

    it('always succeeds for a known provider, and says that it is simulated', async () => {
      const { bearer } = await api.user()
      for (let count = 0; count < 20; count++) {
        const { body, headers } = await test(bearer, { host: 'imap.gmail.com' })
        expect(body.data).toEqual({
          simulated: true,
          host: 'imap.gmail.com',
          port: 993,
          status: 'success',
          error: null,
        })
        expect(headers.get('x-netbox-simulated')).toBe('true')
      }
    })

    it('succeeds elsewhere by chance, with the odds of the specification', () => {
      const { database } = api.core
      const encryption = createEncryption(api.core.config.encryptionKeys)
      const mailbox = { host: 'imap.mail.example', port: 993, email: 'ana@mail.example', password: 'secret' }
      const at = (fraction: number) =>
        createMigrations({ database, clock, encryption, drawFraction: () => fraction }).test(mailbox)
      expect([at(0), at(0.699), at(0.7), at(0.999)].map(({ status }) => status)).toEqual([
        'success',
        'success',
        'failed',
        'failed',
      ])
      expect(at(0.9).error).toContain('Unable to connect using standard ports (993, 143).')
    })
  })

  describe('a rotation of the keys', () => {
    it('encrypts everything with the new key during requests, and leaves what it can’t decrypt', async () => {
      const { writer } = api.core.database
      await writer.deleteFrom('email_migrations').execute()
      const { bearer } = await api.user({ plan: 'enterprise' })
      const ids = (await settle(20, () => create(bearer))).values.map(({ body }) => body.migration.id)
      const [broken = '', ...others] = ids
      await writer
        .updateTable('email_migrations')
        .set({ source_password_encrypted: 'nonsense' })
        .where('id', '=', broken)
        .execute()
      const ring = [...readEncryptionKeys(makeEncryptionKeys()), ...api.core.config.encryptionKeys]
      const encryption = createEncryption(ring)
      const [counts, late] = await Promise.all([
        rotateEncryption(api.core.database, encryption),
        settle(10, () => create(bearer)),
      ])
      const again = await rotateEncryption(api.core.database, encryption)
      expect(counts.lost).toBe(1)
      expect(counts.reencrypted + again.reencrypted).toBe(2 * 30 - 1)
      expect(await rotateEncryption(api.core.database, encryption)).toEqual({ reencrypted: 0, lost: 1 })
      const currentOnly = createEncryption(ring.slice(0, 1))
      for (const id of [...others, ...late.values.map(({ body }) => body.migration.id)]) {
        const column = 'source_password_encrypted'
        expect(await currentOnly.decrypt((await rowOf(id))[column], { row: id, column })).toBe('source secret ✓')
      }
      expect((await rowOf(broken)).source_password_encrypted).toBe('nonsense')
    })
  })
})
