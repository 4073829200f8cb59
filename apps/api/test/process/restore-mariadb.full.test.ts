import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { administer, type Mariadb, startMariadb } from '../support/mariadb.ts'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

// The commands of the docs, found by the mark that names this file.
const page = readFileSync(new URL('../../../../docs/operation.md', import.meta.url), 'utf8')
const mark = '<!-- run by: apps/api/test/process/restore-mariadb.full.test.ts -->\n```sh\n'
const [backup = '', restore = ''] = page
  .split(mark)
  .slice(1)
  .map((rest) => rest.slice(0, rest.indexOf('\n```')))

const isThere = inject('mariadbPort') !== null && spawnSync('mariadb-dump', ['--version']).status === 0

describe.runIf(isThere)('the dump of docs/operation.md', () => {
  let server: Mariadb
  let folder: string
  let api: SpawnedApi | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'netbox-dump-'))
    server = await startMariadb()
    await administer(server.port, 'create database netbox character set utf8mb4')
    const client = ['[client]', 'host=127.0.0.1', `port=${server.port}`, 'user=netbox', 'password=netbox', '']
    writeFileSync(join(folder, '.my.cnf'), client.join('\n'), { mode: 0o600 })
  })
  afterAll(async () => {
    if (api?.process.exitCode === null) await api.end('SIGKILL')
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (): Promise<SpawnedApi> =>
    spawnApi({ DATA_DIR: folder, DATABASE_URL: server.url('netbox'), PUBLIC_URL: 'http://localhost:5000' })

  const shell = async (text: string): Promise<void> => {
    const env = { PATH: process.env['PATH'], HOME: folder }
    await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', text], { cwd: folder, env })
  }

  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${api?.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The assertions below check the fields that they use.
    return { status: answer.status, body: (await answer.json()) as { token?: string; usage?: object[] } }
  }

  it('restores an account and its runs to a server that has lost them, and nothing later', async () => {
    const [ana, late] = ['ana', 'late'].map((name) => ({ email: `${name}@mail.example`, password: 'correct horse' }))
    api = await start()
    const { token } = (await call('/auth/register', ana)).body
    expect((await call('/tools/mx-record/run', { input: 'mail.example' }, token)).status).toBe(200)
    await shell(backup)
    await call('/auth/register', late)
    await api.end('SIGKILL')
    await administer(server.port, 'drop database netbox')

    await shell(restore)
    api = await start()
    expect((await call('/auth/login', late)).status).toBe(401)
    const again = await call('/auth/login', ana)
    expect(again.status).toBe(200)
    const { body } = await call('/usage', undefined, again.body.token)
    expect(body.usage).toContainEqual(expect.objectContaining({ tool: 'mx-record', used: 1 }))
  })
})
