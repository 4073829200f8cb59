import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId, newLetters } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import type { TestApi } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { storedRows } from '../support/rows.ts'

describeOnEveryEngine('secrets', (open) => {
  const api = useApi({ on: open, env: { LOG_LEVEL: 'trace' } })

  const answers: string[] = []
  const call: TestApi['call'] = async (id, options) => {
    const answer = await api.call(id, options)
    answers.push(answer.text)
    return answer
  }
  const secret = (name: string): string => `canary-${name}-${newLetters(20)}`

  const dump = async (): Promise<string> => {
    const rows = await storedRows(api.core.database)
    expect(rows.size).toBeGreaterThan(15)
    const text = [...rows.values()].join('\n')
    if (api.core.database.engine === 'mysql') return text
    // The file on disk, with the data that SQLite has not yet written back.
    const path = open.url().slice('sqlite:'.length)
    const folder = join(path, '..')
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'))
    return text + files.join('\n')
  }

  it('of twelve kinds appear in no log, no database and only in the response that issues them', async () => {
    const email = `${newId()}@mail.example`
    const typed = {
      registered: secret('registered'),
      wrong: secret('wrong'),
      next: secret('next'),
      byAdmin: secret('by-admin'),
      source: secret('source'),
      destination: secret('destination'),
      tested: secret('tested'),
      misplaced: secret('misplaced'),
    }
    const admin = await api.user({ isAdmin: true, plan: 'enterprise' })
    const registered = (await api.call('auth.register', { body: { email, password: typed.registered } })).body
    if (!('token' in registered)) throw new Error('No mail is configured here')
    await api.core.database.writer
      .updateTable('profiles')
      .set({ plan: 'enterprise' })
      .where('id', '=', registered.user.id)
      .execute()
    const { token: bearer, session } = registered
    await call('auth.login', { body: { email, password: typed.wrong } })
    await call('auth.login', { body: { email, password: { nested: typed.misplaced } } })
    await call('auth.login', { body: `{"password":"${typed.misplaced}` })
    await call('auth.verify', { bearer })
    await call('auth.password', { bearer, body: { current_password: typed.wrong, new_password: typed.next } })
    await call('auth.password', { bearer, body: { current_password: typed.registered, new_password: typed.next } })
    const user = { email: `${newId()}@mail.example`, password: typed.byAdmin, plan: 'pro' }
    await call('admin.createUser', { bearer: admin.bearer, body: user })
    await call('admin.createUser', { bearer: admin.bearer, body: user })
    const migration = {
      source_host: 'imap.gmail.com',
      source_email: 'ana@old.example',
      source_password: typed.source,
      destination_host: 'imap.mail.me.com',
      destination_email: 'ana@new.example',
      destination_password: typed.destination,
    }
    expect((await call('migrations.create', { bearer, body: migration })).status).toBe(201)
    await call('migrations.create', { bearer, body: { ...migration, source_port: 0 } })
    await call('migrations.test', { bearer, body: { host: 'a.example', email: 'b', password: typed.tested } })
    await call('migrations.list', { bearer })
    await call('activity.list', { bearer })
    await call('account.sessions', { bearer })
    const made = (await api.call('tokens.create', { bearer, body: { name: 'CI', scopes: ['tools:run'] } })).body.token
    await call('tokens.list', { bearer })
    await call('tools.run', { bearer: made, params: { id: 'mx' }, body: { input: 'example.com' } })
    const view = (await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: registered.user.id } })).body
      .token
    await call('auth.verify', { bearer: view })
    await call('migrations.list', { bearer: view })
    await call('account.delete', { bearer, body: { password: typed.wrong } })
    const exported = await call('account.export', { bearer })
    expect(exported.body).toMatchObject({
      migrations: [{ source_email: 'ana@old.example' }],
      api_tokens: [{ name: 'CI' }],
    })
    for (const id of ['admin.profiles', 'admin.audit'] as const) await call(id, { bearer: admin.bearer })
    const refreshed = (await api.call('auth.refresh', { body: { refresh_token: session.refresh_token } })).body
    await call('auth.refresh', { body: { refresh_token: session.refresh_token } })

    const given = {
      access: bearer,
      refresh: session.refresh_token,
      refreshed: refreshed.session.refresh_token,
      api: made,
      view,
      encryption: Buffer.from(api.core.config.encryptionKeys[0]?.key ?? []).toString('base64url'),
      signing: api.core.config.jwtKeys[0]?.d ?? '',
    }
    const canaries = Object.entries({ ...typed, ...given })
    expect(canaries.length).toBeGreaterThanOrEqual(12)
    const places = { 'the log': api.logged(), 'an answer': answers.join('\n'), 'the database': await dump() }
    expect(places['the log']).toContain('auth.login')
    expect(places['the database']).toContain('ana@old.example')
    for (const [name, canary] of canaries) {
      expect(canary.length).toBeGreaterThan(20)
      const forms = [canary, Buffer.from(canary).toString('base64url'), Buffer.from(canary).toString('hex')]
      for (const [place, text] of Object.entries(places))
        for (const form of forms) expect(text.includes(form), `${name} is in ${place}`).toBe(false)
    }
  })
})
