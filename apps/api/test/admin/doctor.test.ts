import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOnDatabase } from '../../src/run-on-database.ts'
import { audit, SHELL } from '../../src/audit.ts'
import { systemClock } from '../../src/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { newId, toUuid } from '../../src/random.ts'
import { createPresence, describeProcess } from '../../src/service/processes.ts'
import { noteProcess } from '../../src/service/repository.ts'
import { spawnSync } from 'node:child_process'
import { describeOnEveryEngine } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from '../supabase/support/client.ts'
import { storedFiles } from '../supabase/support/files.ts'

const HOUR = 60 * 60_000

/** What an operator reads: a line with the fault, which also has the remedy. */
interface State {
  readonly name: string
  /** Settings that differ from the settings of the running service. */
  readonly env?: (folder: string) => Record<string, string> | Promise<Record<string, string>>
  readonly fault: RegExp
  readonly remedy: RegExp
}

/** Runs doctor as the command does. An error ends the command with its message. */
const doctor = async (env: Readonly<Record<string, string>>): Promise<string> => {
  try {
    const config = readConfig(env, { creates: false })
    return (await runOnDatabase(config, 'doctor', ['ops@mail.example'])).lines.join('\n')
  } catch (error) {
    return error instanceof Error ? `fail  ${error.message}` : String(error)
  }
}

const expectLine = (text: string, { fault, remedy }: Pick<State, 'fault' | 'remedy'>): void => {
  const lines = text.split('\n').filter((line) => fault.test(line))
  expect(lines, text).toHaveLength(1)
  expect(lines[0]).toMatch(remedy)
}

/** Starts an object store that responds with an error. */
const brokenStore = async (status: number, body: string): Promise<string> => {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  // A server on a port has an address of this type.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mailServer = async (options: ConstructorParameters<typeof SMTPServer>[0]): Promise<string> => {
  const server = new SMTPServer({ ...options })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
}

const refusal = (text: string, responseCode: number): Error => Object.assign(new Error(text), { responseCode })

describeOnEveryEngine('doctor', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  let folder = ''
  let env: Record<string, string> = {}
  const hosts: Record<string, string> = {}

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-doctor-'))
    const { dataDir, publicUrl } = api.core.config
    env = {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: open.url(),
      PUBLIC_URL: publicUrl,
      SERVICE_ROLE_KEY: SERVICE_KEY,
    }
    await writeFile(join(folder, 'a-file'), '')
    hosts['forbidden'] = await brokenStore(
      403,
      '<Error><Code>InvalidAccessKeyId</Code><Message>No key</Message></Error>',
    )
    hosts['no-bucket'] = await brokenStore(404, '')
    const refuses = { authOptional: true, disabledCommands: ['STARTTLS'] }
    hosts['auth'] = await mailServer({
      ...refuses,
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusal('Wrong password', 535)),
    })
    hosts['sender'] = await mailServer({
      ...refuses,
      onMailFrom: (_address, _session, done) => done(refusal('Sender refused', 550)),
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const states: readonly State[] = [
    {
      name: 'a folder of files in a file system that takes none',
      env: () => ({ STORAGE_URL: 'file:/proc/netbox/files' }),
      fault: /cannot be written to \/proc\/netbox\/files/,
      remedy: /Let the user of the service write/,
    },
    {
      name: 'a file in the place of the folder of files',
      env: (place) => ({ STORAGE_URL: `file:${place}/a-file` }),
      fault: /cannot be written to \S+\/a-file/,
      remedy: /Let the user of the service write/,
    },
    {
      name: 'an object store that is away',
      env: () => ({ STORAGE_URL: 's3+http://KEY:SECRET@127.0.0.1:2/files' }),
      fault: /cannot be written to http:\/\/127\.0\.0\.1:2\/files .*ECONNREFUSED 127\.0\.0\.1:2/,
      remedy: /Check host, bucket, KEY and SECRET of STORAGE_URL/,
    },
    {
      name: 'an object store that refuses the key',
      env: () => ({ STORAGE_URL: `s3+http://KEY:SECRET@${hosts['forbidden']}/files` }),
      fault: /can't be listed: http:\S+\/files: status 403, InvalidAccessKeyId, No key/,
      remedy: /Check host, bucket, KEY and SECRET of STORAGE_URL/,
    },
    {
      name: 'an object store without the bucket',
      env: () => ({ STORAGE_URL: `s3+http://KEY:SECRET@${hosts['no-bucket']}/files` }),
      fault: /cannot be written to http:\S+\/files .*The bucket does not exist/,
      remedy: /Check host, bucket/,
    },
    {
      name: 'a mail server that is away',
      env: () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
      fault: /mail server 127\.0\.0\.1:1 .*ECONNREFUSED/,
      remedy: /Check host and port of SMTP_URL/,
    },
    {
      name: 'a mail server without an address',
      env: () => ({ SMTP_URL: 'smtp://mail.invalid:25' }),
      fault: /mail server mail\.invalid:25 .*(?:ENOTFOUND|EAI_AGAIN|ESERVFAIL|ECONNREFUSED|ENODATA)/,
      remedy: /Check the host|Check host/,
    },
    {
      name: 'a mail server that refuses the password',
      env: () => ({ SMTP_URL: `smtp://user:wrong@${hosts['auth']}` }),
      fault: /did not accept a test message to ops@mail\.example: .*Wrong password/,
      remedy: /Check the user and the password in SMTP_URL/,
    },
    {
      name: 'a mail server that refuses the sender',
      env: () => ({ SMTP_URL: `smtp://${hosts['sender']}` }),
      fault: /did not accept a test message to ops@mail\.example: .*Sender refused/,
      remedy: /accepts the sender \(MAIL_FROM\)/,
    },
    {
      name: 'a PUBLIC_URL where nothing answers',
      env: () => ({ PUBLIC_URL: 'http://127.0.0.1:2' }),
      fault: /does not answer at PUBLIC_URL http:\/\/127\.0\.0\.1:2: .*ECONNREFUSED/,
      remedy: /Check that the service runs/,
    },
    {
      name: 'Stripe that does not answer',
      env: () => ({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: 'http://127.0.0.1:1' }),
      fault: /^fail {2}Stripe refuses or does not answer/,
      remedy: /Check STRIPE_SECRET_KEY/,
    },
    {
      name: 'a data folder of which a key file can’t be read',
      env: (place) => ({ DATA_DIR: join(place, 'a-file') }),
      fault: /a-file\/jwt-keys\.json can't be read/,
      remedy: /make it a file that the user of the service may read/,
    },
    {
      name: 'a missing data folder',
      env: (place) => ({ DATA_DIR: join(place, 'none') }),
      fault: /none\/jwt-keys\.json is missing/,
      remedy: /check DATA_DIR, or run 'npm run admin -- migrate'/,
    },
    {
      name: 'production without keys',
      env: () => ({ NODE_ENV: 'production' }),
      fault: /^fail {2}JWT_KEYS is missing/,
      remedy: /put them back .*keys\.env.* 'npm run admin -- keys'/,
    },
    {
      name: 'no admin',
      fault: /^fail {2}There is no active admin/,
      remedy: /'npm run admin -- user create <email> --admin'/,
    },
    {
      name: 'a site that is not built',
      env: () => ({ PUBLIC_URL: api.url }),
      fault: /^note {2}The web site is not built/,
      remedy: /'npm run build', then restart/,
    },
    {
      name: 'no backup',
      fault: /^note {2}No backup was made since/,
      remedy: /'npm run admin -- backup'/,
    },
    {
      name: 'an unreachable database server',
      env: () => ({ DATABASE_URL: 'mysql://netbox:hunter2@127.0.0.1:1/netbox' }),
      fault: /DATABASE_URL: .*\(mysql:\/\/netbox@127\.0\.0\.1:1\/netbox\)/,
      remedy: /Check that the server runs/,
    },
    {
      name: 'a file that is no database',
      env: async (place) => {
        await writeFile(join(place, 'no-database'), 'x'.repeat(5000))
        return { DATABASE_URL: `sqlite:${place}/no-database` }
      },
      fault: /DATABASE_URL: .*\/no-database/,
      remedy: /Restore a backup, or name another file/,
    },
    {
      name: 'a folder in the place of the database',
      env: (place) => ({ DATABASE_URL: `sqlite:${place}` }),
      fault: /DATABASE_URL: SQLite: the file cannot be opened/,
      remedy: /Let the user of the service read and write/,
    },
    {
      name: 'a missing database',
      env: (place) => ({ DATABASE_URL: `sqlite:${place}/none/netbox.sqlite` }),
      fault: /DATABASE_URL: The tables are missing/,
      remedy: /start the service or run 'npm run admin -- migrate' first/,
    },
  ]
  it.each(states)('names fault and remedy of $name', async ({ env: change, ...expected }) => {
    expectLine(await doctor({ ...env, ...(await change?.(folder)) }), expected)
  })

  it('counts only admins who can sign in', async () => {
    const { writer } = api.core.database
    const { id, email } = await api.user({ isAdmin: true })
    await writer.updateTable('users').set({ confirmed_at: null }).where('id', '=', id).execute()
    expectLine(await doctor(env), { fault: /no active admin/, remedy: new RegExp(`${email} is unconfirmed`) })
    await writer.updateTable('users').set({ confirmed_at: 1 }).where('id', '=', id).execute()
    expect(await doctor(env)).toContain('ok    Active admins: 1.')
  })

  it('asks about STORAGE_URL before it speaks of missing files', async () => {
    const user = await api.user()
    await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs', { public: false })
    const files = clientOf(api, { user }).storage.from('docs')
    for (const name of ['a.txt', 'b.txt'])
      expect((await files.upload(`${toUuid(user.id)}/${name}`, 'hello')).error).toBeNull()
    expect(await doctor(env)).toContain('ok    Every object has its file.')
    expectLine(await doctor({ ...env, STORAGE_URL: `file:${folder}/elsewhere` }), {
      fault: /None of the 2 stored objects has its file in \S+\/elsewhere/,
      remedy: /If STORAGE_URL was changed, set it back or copy the files; otherwise restore/,
    })
    const [file = ''] = (await storedFiles(api)).whole
    await rename(file, join(dirname(file), newId()))
    expectLine(await doctor(env), {
      fault: /Objects whose file is missing in \S+: 1 of 2/,
      remedy: /otherwise restore the files from a backup/,
    })
  })

  it('knows the age of the last verified backup', async () => {
    const made = (at: number) =>
      audit(
        api.core.database.writer,
        { actorId: SHELL, action: 'backup.create', targetId: null, detail: {} },
        Date.now() - at,
      )
    await made(30 * HOUR)
    expectLine(await doctor(env), {
      fault: /^fail {2}The last verified backup is 30 hours old/,
      remedy: /'npm run admin -- backup'.*journalctl/,
    })
    await made(2 * HOUR)
    expect(await doctor(env)).toContain('ok    The last verified backup is 2 hours old.')
    const metrics = await api.metrics()
    expect(metrics).toMatch(/^netbox_backup_last_success_timestamp_seconds \d+/m)
  })

  describe('of several processes', () => {
    const other = (name: string) => ({ ...describeProcess(api.core.config), name })
    const note = (name: string, ahead: number) => noteProcess(api.core.database, other(name), Date.now() + ahead)
    const forget = () => api.core.database.writer.deleteFrom('service_processes').where('key', 'like', '%:%').execute()

    it('finds clocks that differ', async () => {
      await forget()
      await createPresence({ ...api.core, clock: systemClock(Date.now() - 600_000) }).note()
      expectLine(await doctor(env), {
        fault: /^fail {2}Clocks that differ .*:\d+ is (?:59\d|60\d) s behind/,
        remedy: /NTP/,
      })
      await note('host-b:7', 4000)
      expect(await doctor(env)).not.toContain('host-b:7 is')
    })

    it('does not count a process that was killed, nor one that is late', async () => {
      await forget()
      const { pid } = spawnSync(process.execPath, ['--version'])
      await note(`${hostname()}:${pid}`, 0)
      await note('host-b:7', 0)
      await api.core.database.writer
        .updateTable('service_processes')
        .set((row) => ({ expires_at: row('expires_at', '-', 100_000) }))
        .where('key', '=', 'host-b:7')
        .execute()
      await note('host-c:8', 0)
      const found = await doctor(env)
      expect(found).toContain('ok    Running processes, with the same settings: 1.')
      expectLine(found, {
        fault: new RegExp(
          `^note {2}Processes without a sign of life: (?=.*${hostname()}:${pid} for \\d s).*host-b:7 for \\d+ s`,
        ),
        remedy: /see their logs/,
      })
    })
  })
})

describe('a database', () => {
  it('in a file system that accepts no folders is an error, and no endless loop', async () => {
    await expect(openDatabase('sqlite:/proc/netbox/data/netbox.sqlite')).rejects.toThrow(
      /^DATABASE_URL: .+\/proc\/netbox/,
    )
  })

  it('of an older netbox names the command that migrates it, under the name that the operator uses', async () => {
    const place = await mkdtemp(join(tmpdir(), 'netbox-name-'))
    await expect(openDatabase(`sqlite:${join(place, 'new.sqlite')}`, { migrates: false })).rejects.toThrow(
      "run 'npm run admin -- migrate'",
    )
    process.env['NETBOX_ADMIN'] = 'netbox-admin'
    try {
      await expect(openDatabase(`sqlite:${join(place, 'new.sqlite')}`, { migrates: false })).rejects.toThrow(
        "run 'netbox-admin migrate'",
      )
    } finally {
      delete process.env['NETBOX_ADMIN']
      await rm(place, { recursive: true })
    }
  })
})
