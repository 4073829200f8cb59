import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readPage, commandsOf } from './docs/read-blocks.ts'
import { makeWorkspace, runScript, type Workspace } from './docs/run-script.ts'
import { type Service, startService } from './start-service.ts'

interface Mariadb {
  readonly port: number
  readonly url: (database: string) => string
  readonly stop: () => Promise<void>
}

// The service's own tests start a private MariaDB. Their support is no module of a package, so it is loaded by its place.
const mariadbSupport = new URL('../apps/api/test/support/mariadb.ts', import.meta.url)
const { administer, findMariadb, startMariadb } = (await import(mariadbSupport.href)) as {
  readonly administer: (port: number, statement: string) => Promise<void>
  readonly findMariadb: () => object | undefined
  readonly startMariadb: () => Promise<Mariadb>
}

const SECTION = 'Backup and restore'
const commands = commandsOf(readPage('docs/operation.md')).filter(({ heading }) => heading === SECTION)
const [backup = '', restore = ''] = commands.map(({ text }) => text)

const SERVICE_ROLE_KEY = 'service-key-of-the-backup-32-characters'

let workspace: Workspace | undefined
let service: Service | undefined
let mariadb: Mariadb | undefined
afterEach(async () => {
  await service?.remove()
  await workspace?.remove()
  await mariadb?.stop()
  mariadb = undefined
})

const call = async (path: string, { body, token }: { body?: object; token?: string } = {}) => {
  const answer = await fetch(`${service?.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Each type assertion below lists only the fields that the test reads.
  return { status: answer.status, body: (await answer.json()) as { token?: string; usage?: object[] } }
}

const storage = async (path: string, { method = 'GET', body = '', token = '' } = {}) => {
  const answer = await fetch(`${service?.url}/storage/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === '' ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

// netbox's access tokens always have a subject.
const idOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

const signIn = async (email: string, path = '/auth/login') =>
  call(path, { body: { email: `${email}@mail.example`, password: 'correct horse' } })

/** Makes an account with a run and a file, backs up, loses the database or a part of it, restores, and starts the service again. */
const loseAndRestore = async (
  { folder, ...rest }: Workspace,
  more: Readonly<Record<string, string>>,
  lose: () => void,
): Promise<void> => {
  // The second start uses another port. Access tokens contain the service's address, so PUBLIC_URL fixes it, as in production.
  const variables = { PUBLIC_URL: 'http://localhost:5000', SERVICE_ROLE_KEY, ...more }
  service = await startService({ folder, variables })
  const { token = '' } = (await signIn('ana', '/auth/register')).body
  expect((await call('/tools/mx-record/run', { body: { input: 'mail.example' }, token })).status).toBe(200)
  await storage('bucket', { method: 'POST', body: '{"id":"docs","public":true}', token: SERVICE_ROLE_KEY })
  const object = `docs/${idOf(token)}/a.txt`
  expect((await storage(`object/${object}`, { method: 'POST', body: '"kept"', token })).status).toBe(200)

  expect(await runScript({ folder, ...rest }, backup, more)).toMatchObject({ code: 0 })
  await signIn('late', '/auth/register')
  const ended = once(service.process, 'exit')
  service.process.kill('SIGKILL')
  await ended
  rmSync(join(folder, 'data/storage/objects'), { recursive: true })
  lose()

  expect(await runScript({ folder, ...rest }, restore, more)).toMatchObject({ code: 0 })
  service = await startService({ folder, variables })
  expect((await signIn('late')).status).toBe(401)
  const again = await signIn('ana')
  expect(again.status).toBe(200)
  expect((await call('/usage', { token })).status).toBe(200)
  const { body } = await call('/usage', { token: again.body.token ?? '' })
  expect((await storage(`object/public/${object}`)).text).toBe('"kept"')
  expect(body.usage).toContainEqual(expect.objectContaining({ tool: 'mx-record', used: 1 }))
}

describe('the backup of docs/operation.md', () => {
  it('brings back an account, its runs and its files on SQLite', async () => {
    expect(commands).toHaveLength(2)
    workspace = await makeWorkspace()
    const file = join(workspace.folder, 'data/netbox.sqlite')
    await loseAndRestore(workspace, {}, () => {
      // The worst case: the database is gone but its write-ahead log remains, and would be next to the restored database.
      rmSync(file)
      expect(existsSync(`${file}-wal`)).toBe(true)
    })
  })

  it.runIf(findMariadb() !== undefined)('brings back the same on MariaDB', async () => {
    mariadb = await startMariadb()
    await administer(mariadb.port, 'create database netbox')
    workspace = await makeWorkspace()
    await loseAndRestore(workspace, { DATABASE_URL: mariadb.url('netbox') }, () => undefined)
  })
})
