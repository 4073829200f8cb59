import { startDns, startSmtpServer } from '../support/verifier-servers.ts'
import { expect, it } from 'vitest'
import { createNetwork } from '../../src/admin/network.ts'
import { compareFiles, openStore } from '../../src/supabase/storage/files.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { makeEncryptionKeys, makeJwtKeys, readEncryptionKeys, readJwtKeys } from '../../src/config/secrets.ts'
import { type CommandDeps, runCommand, usage } from '../../src/admin/commands.ts'
import { createEncryption } from '../../src/encryption/encryption.ts'
import type { Mailer, Message } from '../../src/mail/smtp-mailer.ts'
import { compareProcesses, describeProcess } from '../../src/service/processes.ts'
import { noteProcess } from '../../src/service/repository.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { enrol } from '../support/second-factor.ts'
import { useApi } from '../support/use-api.ts'

describeOnEveryEngine('the admin command with a running service', (open) => {
  const api = useApi({ on: open })

  /** Runs a command in this process; `admin-command.full.test.ts` runs the built one. */
  const runWith = async (
    {
      mailer,
      payments,
      ...settings
    }: Partial<Pick<Config, 'encryptionKeys' | 'verifier' | 'publicUrl' | 'jwtKeys' | 'warnings'>> & {
      mailer?: Mailer
      payments?: CommandDeps['payments']
    },
    verb: string,
    ...words: string[]
  ) => {
    const { encryptionKeys, verifier } = { ...api.core.config, ...settings }
    const parts = {
      encryption: createEncryption(encryptionKeys),
      mailer,
      store: openStore(api.core),
      payments,
      processes: () => compareProcesses({ ...api.core, config: { ...api.core.config, ...settings } }),
      isTrusted: () => false,
      readInput: async () => 'battery staple\n',
      config: { ...api.core.config, publicUrl: api.url, ...settings },
      verifier,
      network: createNetwork(verifier),
    }
    const deps = {
      ...api.core,
      ...parts,
      compareFiles: () => compareFiles(openStore(api.core), api.core.database.queries, api.core.clock.now()),
    }
    const { exitCode, lines } = await runCommand(deps, verb, words)
    return { code: exitCode, out: lines.join('\n') }
  }
  const command = (verb: string, ...words: string[]) => runWith({}, verb, ...words)
  const commandWith = (ring: string, verb: string) => runWith({ encryptionKeys: readEncryptionKeys(ring) }, verb)

  const lastAudit = async () => {
    const rows = api.core.database.queries.selectFrom('audit_log').selectAll().orderBy('created_at', 'desc')
    return rows.executeTakeFirstOrThrow()
  }

  it('names paid prices without a setting before it changes a plan, and fails', async () => {
    const unpriced = [{ customerId: 'cus_1', unknownPrice: 'price_old' }]
    const payments = {
      compare: async () => unpriced,
      synchronizeAll: async () => ({ updated: 1, unmatched: [], unpriced }),
    }
    expect(await runWith({ payments }, 'stripe-sync')).toEqual({
      code: 1,
      out: `Updated customers: 1.
Customers who keep their plan, because they pay with a price that no STRIPE_PRICE_… names. Correct the settings, then run this again:
  cus_1 price_old`,
    })
    const { code, out } = await runWith({ payments }, 'doctor')
    expect(code).toBe(1)
    expect(out).toContain(
      'fail  Customers pay with a price that no STRIPE_PRICE_… names: price_old. Correct these settings first.',
    )
    expect(out).not.toContain('stripe-sync')
  })

  it('makes the first admin, effective on the next request, and lists and revokes', async () => {
    expect(await command('list')).toEqual({ code: 0, out: 'There is no admin yet.' })
    const [ana, ben] = [await api.user(), await api.user()]
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect(await command('grant', ana.email.toUpperCase())).toEqual({
      code: 0,
      out: `${ana.email} is now an admin.`,
    })
    expect((await api.call('admin.services', { bearer: ana.bearer })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'profile.update', target_id: ana.id })
    expect((await command('list')).out).toBe(ana.email)
    expect(await command('revoke', ana.email)).toEqual({
      code: 1,
      out: 'This is the last active admin. Make another user an admin first.',
    })
    await command('grant', ben.email)
    expect((await command('revoke', ana.email)).code).toBe(0)
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect((await api.call('admin.audit', { bearer: ben.bearer })).body.data.total).toBe(3)
  })

  it('creates users, with a password from standard input or a new one, and sets passwords', async () => {
    const [ana, ben] = [`${newId()}@mail.example`, `${newId()}@mail.example`]
    const login = (email: string, password: string) => api.call('auth.login', { body: { email, password } })
    const created = await command('user', 'create', ana, '--plan', 'pro', '--admin', '--password-stdin')
    expect(created).toEqual({ code: 0, out: `${ana} can sign in and is an admin.` })
    const { body } = await login(ana, 'battery staple')
    expect(body.user).toMatchObject({ email: ana, plan: 'pro', is_admin: true })
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'user.create', target_id: body.user.id })
    // In English, as all texts for admins
    expect(await command('user', 'create', ana)).toEqual({
      code: 1,
      out: 'This email is already registered. Please try signing in instead.',
    })

    const generated = /^\S+ can sign in\.\nPassword: (\S+)$/.exec((await command('user', 'create', ben)).out)?.[1] ?? ''
    const { token } = (await login(ben, generated)).body
    const { out, code } = await command('user', 'set-password', ben, '--password-stdin')
    expect([code, out]).toEqual([0, `${ben} has a new password. All sessions and API tokens ended.`])
    expect((await api.call('auth.verify', { bearer: token })).status).toBe(401)
    expect((await login(ben, generated)).status).toBe(401)
    expect((await login(ben, 'battery staple')).status).toBe(200)
    expect(await command('user', 'set-password', `${newId()}@mail.example`)).toMatchObject({ code: 1 })
    await command('revoke', ana)
  })

  it('says of a new admin that the address is not confirmed', async () => {
    const { id, email } = await api.user()
    await api.core.database.writer.updateTable('users').set({ confirmed_at: null }).where('id', '=', id).execute()
    expect((await command('grant', email)).out).toContain("can't sign in before its owner opens the link")
    await command('revoke', email)
  })

  it('removes a second factor that a user has lost', async () => {
    const { id, email, password, sessionId } = await api.user()
    const session = { id: sessionId, actorId: null, needsFactor: false }
    const owner = { account: { id, email }, session, address: '192.0.2.1' }
    await enrol(api.core.secondFactors, owner, Date.now())
    expect(await command('remove-factor', email)).toEqual({
      code: 0,
      out: `${email} can now sign in with only the password.`,
    })
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'factors.remove', target_id: id })
    const { body } = await api.call('auth.login', { body: { email, password } })
    expect(body).not.toHaveProperty('second_factor_required')
    expect((await command('remove-factor', email)).code).toBe(1)
  })

  it('accepts only existing users', async () => {
    const email = `${newId()}@mail.example`
    const { code, out } = await command('grant', email)
    expect([code, out]).toEqual([
      1,
      `There is no account with the address ${email}. Let its owner register, or create it: 'npm run admin -- user create ${email} --admin'.`,
    ])
  })

  it('rotates the key of encrypted passwords, and reports what is left', async () => {
    const { queries } = api.core.database
    const { bearer } = await api.user({ plan: 'pro' })
    const mailbox = { source_host: 'a.example', source_email: 'a', source_password: 'first secret' }
    const target = { destination_host: 'b.example', destination_email: 'b', destination_password: 'second secret' }
    await api.call('migrations.create', { bearer, body: { ...mailbox, ...target } })
    const [fresh, [old]] = [makeEncryptionKeys(), api.core.config.encryptionKeys]
    const oldText = `${old?.kid}:${Buffer.from(old?.key ?? []).toString('base64url')}`
    const ring = `${fresh},${oldText}`
    expect((await commandWith(ring, 'doctor')).out).toContain('note  Encrypted values that use an old key: 2.')
    const lost = await commandWith(fresh, 'doctor')
    expect([lost.code, lost.out]).toEqual([1, expect.stringContaining('a key that is not in ENCRYPTION_KEYS: 2.')])
    expect((await commandWith(fresh, 'rotate-keys')).code).toBe(1)
    const rotated = await commandWith(ring, 'rotate-keys')
    expect([rotated.code, rotated.out]).toEqual([0, expect.stringContaining('Encrypted 2 values with the key ')])
    expect((await commandWith(ring, 'rotate-keys')).out).toContain('Encrypted 0 values with the key ')
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'keys.rotate' })
    const row = await queries.selectFrom('email_migrations').selectAll().executeTakeFirstOrThrow()
    const column = 'destination_password_encrypted'
    expect(await createEncryption(readEncryptionKeys(fresh)).decrypt(row[column], { row: row.id, column })).toBe(
      'second secret',
    )
    expect(rotated.out).not.toContain('secret')
  })

  it('reports every problem', async () => {
    const { writer } = api.core.database
    const well = await command('doctor')
    expect(well.out).toContain('ok    Every user has a profile.')
    expect(well.out).toContain('note  Email verification is simulated.')
    const { id } = await api.user()
    await writer.deleteFrom('profiles').where('id', '=', id).execute()
    await writer.updateTable('service_controls').set({ is_enabled: 0 }).where('id', '=', 'billing').execute()
    const { code, out } = await command('doctor')
    expect(code).toBe(1)
    expect(out).toContain('fail  Users without a profile: 1.')
    expect(out).toContain('note  Switched off: billing.')
    await writer.updateTable('profiles').set({ status: 'disabled' }).where('is_admin', '=', 1).execute()
    expect((await command('doctor')).out).toContain('fail  There is no active admin.')
    expect((await command('list')).out).toMatch(/^\S+ \(suspended\)$/)
  })

  it('goes the way of a user: mail, files, PUBLIC_URL, and repeats the warnings of the start', async () => {
    const sent: Message[] = []
    const mailer = (send: Mailer['send']): { mailer: Mailer } => ({ mailer: { send, close: () => undefined } })
    const accepts = mailer(async (message) => void sent.push(message))
    const well = await runWith({ ...accepts, warnings: ['A warning.'] }, 'doctor', 'ops@mail.example')
    expect(sent).toMatchObject([{ to: 'ops@mail.example' }])
    expect(well.out).toContain('ok    The mail server accepted a test message to ops@mail.example.')
    expect(well.out).toContain('ok    Files can be written, read and removed.')
    expect(well.out).toContain(`ok    The service answers at PUBLIC_URL ${api.url}.`)
    expect(well.out).toContain('ok    Through PUBLIC_URL, your address is 127.0.0.1.')
    expect(well.out).toContain('note  A warning.')
    const refuses = mailer(() => Promise.reject(new Error('535 Authentication failed')))
    const broken = await runWith(refuses, 'doctor', 'ops@mail.example')
    expect(broken.out).toContain(
      'fail  The mail server (SMTP_URL) did not accept a test message to ops@mail.example: 535 Authentication failed',
    )
    const away = await runWith({ publicUrl: `${api.url}/missing` }, 'doctor')
    expect(away.out).toMatch(/fail {2}The service does not answer at PUBLIC_URL .+ status 404/)
    const other = await runWith({ jwtKeys: readJwtKeys(makeJwtKeys()) }, 'doctor')
    expect(other.out).toContain('leads to a service with other keys (JWT_KEYS) than these')
    expect((await runWith({}, 'doctor', 'no-address')).code).toBe(2)
  })

  it('finds processes with other settings', async () => {
    const well = await command('doctor')
    expect(well.out).toContain('ok    Running processes, with the same settings: 1.')
    const own = describeProcess(api.core.config)
    const other = describeProcess({
      ...api.core.config,
      publicUrl: 'http://other.example',
      anonKey: 'another-anon-key',
    })
    await noteProcess(api.core.database, { ...other, name: 'host-b:7', version: '9.9.9' }, Date.now())
    await noteProcess(api.core.database, { ...other, name: 'host-c:8' }, Date.now())
    const { writer } = api.core.database
    await writer.updateTable('service_processes').set({ expires_at: 1 }).where('key', '=', 'host-c:8').execute()
    const { out } = await command('doctor')
    expect(out).toContain(
      "fail  Processes that differ from this command's settings: host-b:7 (PUBLIC_URL, ANON_KEY, version 9.9.9).",
    )
    const rows = JSON.stringify(await api.core.database.queries.selectFrom('service_processes').selectAll().execute())
    expect(rows).toContain(own.name)
    expect(rows).not.toContain(api.core.config.anonKey)
    await writer.deleteFrom('service_processes').where('key', 'like', 'host-%').execute()
  })

  it('sees mail that the mail server refused', async () => {
    const { writer } = api.core.database
    const times = { created_at: 0, next_attempt_at: Date.now() + 60_000, sent_at: null }
    const row = { id: newId(), recipient: 'a@mail.example', template: 'recover', data: '{}', ...times } as const
    await writer
      .insertInto('outbox')
      .values({ ...row, attempts: 1, last_error: '451 Try later' })
      .execute()
    const { out, code } = await command('doctor')
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        'fail  Messages that the mail server refused: 1 wait, 0 are given up. Last error: 451 Try later',
      ),
    ])
    await writer.deleteFrom('outbox').execute()
  })

  it('checks name, port and sender if mail servers are contacted', async () => {
    const mail = await startSmtpServer({})
    const names = await startDns({
      'verify.netbox.test': { a: ['127.0.0.1'] },
      'gmail.com': { mx: [[5, 'mx.gmail.test']] },
      'mx.gmail.test': { a: ['127.0.0.1'] },
      'netbox.test': { a: ['127.0.0.1'] },
    })
    const asking = {
      VERIFIER_HELO: 'verify.netbox.test',
      VERIFIER_MAIL_FROM: 'bounces@netbox.test',
      VERIFIER_DNS: names.server,
      VERIFIER_PORT: String(mail.port),
    }
    const doctor = (env: Readonly<Record<string, string>>) =>
      runWith(
        { verifier: readConfig({ NODE_ENV: 'test', DATA_DIR: api.core.config.dataDir, ...env }).verifier },
        'doctor',
      )
    const open25 = await doctor({ ...asking, VERIFIER_ALLOW_LOOPBACK: '1' })
    expect(open25.out).toContain(`ok    A mail server answers on port ${mail.port} of mx.gmail.test`)
    expect(open25.out).toContain(
      'fail  VERIFIER_HELO verify.netbox.test resolves to 127.0.0.1, which resolves back to nothing',
    )
    expect(open25.out).toContain('fail  netbox.test, the domain of VERIFIER_MAIL_FROM, has no SPF record.')
    expect(open25.code).toBe(1)
    expect(mail.commands).toEqual(['QUIT'])
    const closed = await doctor(asking)
    expect(closed.out).toContain(`fail  No mail server answers on port ${mail.port} of mx.gmail.test`)
    expect(mail.connections).toHaveLength(1)
    await mail.close()
    await names.close()
  })

  it.each([
    ['grant'],
    ['grant', 'a', 'b'],
    ['revoke'],
    ['list', 'all'],
    ['user'],
    ['user', 'create'],
    ['user', 'create', 'a', '--plan', 'gold'],
    ['user', 'set-password'],
    ['rotate-keys', 'x'],
    ['doctor', 'x', 'y'],
  ])('refuses %s %s %s', async (verb, ...words) => {
    expect(await command(verb, ...words)).toEqual({ code: 2, out: usage.lines.join('\n') })
  })
})
