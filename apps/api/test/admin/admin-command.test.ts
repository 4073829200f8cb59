import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startDns, startSmtpServer } from '@netbox/email-verifier/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { createNetwork } from '../../src/compose/network.ts'
import { makeSealKeys, readJwtKeys, readSealKeys, type SealKey } from '../../src/config/secrets.ts'
import { runCommand, usage } from '../../src/features/admin/commands.ts'
import { createSeal } from '../../src/sealing/seal.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'

const program = fileURLToPath(new URL('../../dist/admin.js', import.meta.url))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the built command in a process of its own. */
const admin = (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ended> => {
  if (!existsSync(program)) throw new Error('The API is not built: npm run build')
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env } }
    const child = execFile(process.execPath, [program, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

describeOnEveryEngine("the admin's command beside a running service", (open) => {
  const api = useApi({ on: open })
  let env: Record<string, string>
  beforeAll(async () => {
    env = { DATA_DIR: api.core.config.dataDir, DATABASE_URL: open.url() }
  })

  /** Runs a command in this process, which is faster. */
  const runWith = async (keys: readonly SealKey[], verb: string, ...words: readonly string[]) => {
    const { verifier } = api.core.config
    const patient = { seal: createSeal(keys), sendsMail: false, verifier, network: createNetwork(verifier) }
    const { exitCode, lines } = await runCommand({ ...api.core, ...patient }, verb, words)
    return { code: exitCode, out: lines.join('\n') }
  }
  const command = (verb: string, ...words: readonly string[]) => runWith(api.core.config.sealKeys, verb, ...words)
  const commandWith = (ring: string, verb: string) => runWith(readSealKeys(ring), verb)

  const lastAudit = async () => {
    const rows = api.core.database.queries.selectFrom('audit_log').selectAll().orderBy('created_at', 'desc')
    return rows.executeTakeFirstOrThrow()
  }

  it('makes the first admin, in force on the next request, and lists and revokes', async () => {
    expect(await admin(env, 'list')).toEqual({ code: 0, out: 'There is no admin yet.\n', err: '' })
    const [ana, ben] = [await api.user(), await api.user()]
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect(await admin(env, 'grant', ana.email.toUpperCase())).toEqual({
      code: 0,
      out: `${ana.email} is an admin from now on.\n`,
      err: '',
    })
    expect((await api.call('admin.services', { bearer: ana.bearer })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'profile.update', target_id: ana.id })
    expect((await admin(env, 'list')).out).toBe(`${ana.email}\n`)
    expect(await admin(env, 'revoke', ana.email)).toEqual({
      code: 1,
      out: 'This is the last active admin. Make somebody else an admin first.\n',
      err: '',
    })
    await admin(env, 'grant', ben.email)
    expect((await admin(env, 'revoke', ana.email)).code).toBe(0)
    expect((await api.call('admin.services', { bearer: ana.bearer })).code).toBe('forbidden')
    expect((await api.call('admin.audit', { bearer: ben.bearer })).body.data.total).toBe(3)
  })

  it('knows only those who are there', async () => {
    const email = `${newId()}@mail.example`
    const { code, out } = await command('grant', email)
    expect([code, out]).toEqual([1, `There is no account with the address ${email}.`])
  })

  it('rotates the keys of sealed passwords, and says what is left', async () => {
    const { queries } = api.core.database
    const { bearer } = await api.user({ plan: 'pro' })
    const mailbox = { source_host: 'a.example', source_email: 'a', source_password: 'first secret' }
    const target = { destination_host: 'b.example', destination_email: 'b', destination_password: 'second secret' }
    await api.call('migrations.create', { bearer, body: { ...mailbox, ...target } })
    const [fresh, [old]] = [makeSealKeys(), api.core.config.sealKeys]
    const oldText = `${old?.kid}:${Buffer.from(old?.key ?? []).toString('base64url')}`
    const ring = `${fresh},${oldText}`
    expect((await commandWith(ring, 'doctor')).out).toContain('note  Mailbox passwords under an old key: 2.')
    const lost = await commandWith(fresh, 'doctor')
    expect([lost.code, lost.out]).toEqual([1, expect.stringContaining('a key that is not in SEAL_KEYS: 2.')])
    expect((await commandWith(fresh, 'rotate-keys')).code).toBe(1)
    const rotated = await admin({ ...env, SEAL_KEYS: ring }, 'rotate-keys')
    expect([rotated.code, rotated.out]).toEqual([0, expect.stringContaining(': 2 passwords.')])
    expect((await commandWith(ring, 'rotate-keys')).out).toContain(': 0 passwords.')
    expect(await lastAudit()).toMatchObject({ actor_id: 'shell', action: 'keys.rotate' })
    const row = await queries.selectFrom('email_migrations').selectAll().executeTakeFirstOrThrow()
    const column = 'destination_password_encrypted'
    expect(await createSeal(readSealKeys(fresh)).open(row[column], { row: row.id, column })).toBe('second secret')
    expect(rotated.out + rotated.err).not.toContain('secret')
  })

  it('finds what is wrong', async () => {
    const { queries } = api.core.database
    const well = await command('doctor')
    expect(well.out).toContain('ok    Every user has a profile.')
    expect(well.out).toContain('note  Email verification makes its results up.')
    const { id } = await api.user()
    await queries.deleteFrom('profiles').where('id', '=', id).execute()
    await queries.updateTable('service_controls').set({ is_enabled: 0 }).where('id', '=', 'billing').execute()
    const { code, out } = await command('doctor')
    expect(code).toBe(1)
    expect(out).toContain('fail  Users without a profile: 1.')
    expect(out).toContain('note  Switched off: billing.')
    await queries.updateTable('profiles').set({ status: 'disabled' }).where('is_admin', '=', 1).execute()
    expect((await command('doctor')).out).toContain('fail  Nobody is an active admin.')
    expect((await command('list')).out).toMatch(/^\S+ \(suspended\)$/)
  })

  it('looks at name, port and sender where mail servers are asked', async () => {
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
    const open25 = await admin({ ...env, ...asking, VERIFIER_ALLOW_LOOPBACK: '1' }, 'doctor')
    expect(open25.out).toContain(`ok    Somebody answers on port ${mail.port} of mx.gmail.test`)
    expect(open25.out).toContain(
      'fail  VERIFIER_HELO verify.netbox.test resolves to 127.0.0.1, which resolves back to nothing',
    )
    expect(open25.out).toContain('fail  netbox.test, the domain of VERIFIER_MAIL_FROM, has no SPF record.')
    expect(open25.code).toBe(1)
    expect(mail.commands).toEqual(['QUIT'])
    const closed = await admin({ ...env, ...asking }, 'doctor')
    expect(closed.out).toContain(`fail  Nobody answers on port ${mail.port} of mx.gmail.test`)
    expect(mail.connections).toHaveLength(1)
    await mail.close()
    await names.close()
  })

  it.each([['grant'], ['grant', 'a', 'b'], ['revoke'], ['list', 'all'], ['rotate-keys', 'x'], ['doctor', 'x']])(
    'does not understand %s %s %s',
    async (verb, ...words) => {
      expect(await command(verb, ...words)).toEqual({ code: 2, out: usage.lines.join('\n') })
    },
  )
})

describe("the admin's command alone", () => {
  it('shows how it is used when it does not understand', async () => {
    const ended = await Promise.all([[], ['help'], ['__proto__']].map((words) => admin({}, ...words)))
    for (const { code, out, err } of ended) {
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('Usage: npm run admin -- <verb>')
    }
  })

  it('makes keys that a configuration takes', async () => {
    const { out, code } = await admin({ NODE_ENV: 'production' }, 'keys')
    expect(code).toBe(0)
    const [, jwt = '', seal = ''] = /^JWT_KEYS='(.+)'\nSEAL_KEYS='(.+)'\n$/.exec(out) ?? []
    expect(readJwtKeys(jwt)).toHaveLength(1)
    expect(readSealKeys(seal)).toHaveLength(1)
    expect((await admin({}, 'keys')).out).not.toBe(out)
  })

  it('says in one line why it can not work, without the password of the database', async () => {
    const production = await admin({ NODE_ENV: 'production' }, 'list')
    expect(production).toMatchObject({ code: 1, out: '' })
    expect(production.err).toMatch(/^netbox: [A-Z_]+ .+\n$/)
    const keys = await admin({}, 'keys')
    const env = Object.fromEntries([...keys.out.matchAll(/^(\w+)='(.+)'$/gm)].map(([, name, value]) => [name, value]))
    const away = await admin({ ...env, DATABASE_URL: 'mysql://netbox:hunter2@127.0.0.1:1/netbox' }, 'list')
    expect(away).toMatchObject({ code: 1, out: '' })
    expect(away.err).toMatch(/^netbox: .+\n$/)
    expect(away.err).not.toContain('hunter2')
  })
})
