import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readPage } from './docs/pages.ts'
import { commandsOf } from './docs/read-blocks.ts'
import { makeWorkspace, runScript, type Workspace } from './docs/run-script.ts'
import { type Service, startService } from './start-service.ts'

const SECTION = 'Backup and restore'
const commands = commandsOf(readPage('docs/operation.md')).filter(({ heading }) => heading === SECTION)
const [backup = '', restore = ''] = commands.map(({ text }) => text)

const SERVICE_ROLE_KEY = 'service-key-of-the-backup-32-characters'

let workspace: Workspace | undefined
let service: Service | undefined
afterEach(async () => {
  await service?.remove()
  await workspace?.remove()
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

describe('the backup of docs/operation.md', () => {
  it('brings back an account, its runs and its files', async () => {
    expect(commands).toHaveLength(2)
    workspace = await makeWorkspace()
    const { folder } = workspace
    // The second start uses another port. Access tokens contain the service's address, so PUBLIC_URL fixes it, as in production.
    const variables = { PUBLIC_URL: 'http://localhost:5000', SERVICE_ROLE_KEY }
    service = await startService({ folder, variables })
    const { token = '' } = (await signIn('ana', '/auth/register')).body
    expect((await call('/tools/mx-record/run', { body: { input: 'mail.example' }, token })).status).toBe(200)
    await storage('bucket', { method: 'POST', body: '{"id":"docs","public":true}', token: SERVICE_ROLE_KEY })
    const object = `docs/${idOf(token)}/a.txt`
    expect((await storage(`object/${object}`, { method: 'POST', body: '"kept"', token })).status).toBe(200)

    expect(await runScript(workspace, backup)).toMatchObject({ code: 0 })
    await signIn('late', '/auth/register')
    const ended = once(service.process, 'exit')
    service.process.kill('SIGKILL')
    await ended
    // The worst case: the database is gone but its write-ahead log remains, and would be next to the restored database.
    rmSync(join(folder, 'data/netbox.sqlite'))
    rmSync(join(folder, 'data/storage/objects'), { recursive: true })
    expect(existsSync(join(folder, 'data/netbox.sqlite-wal'))).toBe(true)

    expect(await runScript(workspace, restore)).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, 'data/netbox.sqlite-wal'))).toBe(false)
    service = await startService({ folder, variables })
    expect((await signIn('late')).status).toBe(401)
    const again = await signIn('ana')
    expect(again.status).toBe(200)
    expect((await call('/usage', { token })).status).toBe(200)
    const { body } = await call('/usage', { token: again.body.token ?? '' })
    expect((await storage(`object/public/${object}`)).text).toBe('"kept"')
    expect(body.usage).toContainEqual(expect.objectContaining({ tool: 'mx-record', used: 1 }))
  })
})
