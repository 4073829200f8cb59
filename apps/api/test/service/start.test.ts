import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { join } from 'node:path'
import { makeEncryptionKeys } from '../../src/config/secrets.ts'
import { describeOnSqlite } from '../support/database.ts'
import { startApi } from '../support/start-api.ts'

describeOnSqlite('the start', (open) => {
  it('logs version and engine, each migration, and the stop', async () => {
    const api = await startApi({ databaseUrl: open.url() })
    await api.stop()
    const lines = api.logged().trim().split('\n')
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages.slice(-2)).toEqual(['netbox started', 'netbox stopped'])
    expect(messages.slice(0, -2)).toEqual(messages.slice(2).map(() => 'A migration ran'))
    expect(messages.length).toBeGreaterThan(2)
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ version: expect.any(String), engine: 'sqlite' })
  })

  it('is refused if the folder of uploaded files cannot be written', async () => {
    const file = join(open.url().slice('sqlite:'.length), '../not-a-folder')
    await writeFile(file, '')
    const start = startApi({ databaseUrl: open.url(), env: { STORAGE_URL: `file:${file}/files` } })
    await expect(start).rejects.toThrow(
      /^STORAGE_URL needs a folder that the service can write: .+not-a-folder\/files \(ENOTDIR\)\.$/,
    )
  })

  it('says that an encryption key is lost', async () => {
    const api = await startApi({ databaseUrl: open.url() })
    const { bearer } = await api.user({ plan: 'pro' })
    const mailbox = { source_host: 'a.example', source_email: 'a', source_password: 'first secret' }
    const target = { destination_host: 'b.example', destination_email: 'b', destination_password: 'second secret' }
    await api.call('migrations.create', { bearer, body: { ...mailbox, ...target } })
    await api.stop()
    expect(api.logged()).not.toContain('ENCRYPTION_KEYS')
    const without = await startApi({ databaseUrl: open.url(), env: { ENCRYPTION_KEYS: makeEncryptionKeys() } })
    await without.stop()
    expect(without.logged()).toMatch(/"lost":2.+a key that is not in ENCRYPTION_KEYS: put that key back/)
  })

  it('with REGISTRATION=closed lets only admins create accounts', async () => {
    const api = await startApi({ databaseUrl: open.url(), env: { REGISTRATION: 'closed' } })
    const body = { email: 'ana@mail.example', password: 'correct horse' }
    expect(await api.call('auth.register', { body })).toMatchObject({ status: 403, code: 'service_off' })
    const { services } = (await api.call('services.list')).body
    expect(services).toContainEqual(expect.objectContaining({ service_name: 'registration', is_enabled: false }))
    const { bearer } = await api.user({ isAdmin: true })
    expect((await api.call('admin.createUser', { bearer, body: { ...body, plan: 'free' } })).status).toBe(201)
    await api.stop()
  })
})
