import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LoopbackDns, type ScriptedSmtpServer, startDns, startSmtpServer } from '../support/verifier-servers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'

const SENT = 15

describeOnEveryEngine('the built service that verifies a list', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-verify-'))
  let mail: ScriptedSmtpServer
  let names: LoopbackDns
  let api: SpawnedApi
  beforeAll(async () => {
    const { writer } = await open()
    mail = await startSmtpServer({ rcpt: ({ path }) => (path.startsWith('user') ? '250 2.1.5 Ok' : '550 5.1.1 No') })
    names = await startDns({
      'shop.test': { mx: [[10, 'mx.shop.test']] },
      'mx.shop.test': { a: ['127.0.0.1'] },
    })
    api = await spawnApi({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      DATABASE_URL: open.url(),
      VERIFIER_HELO: 'verify.netbox.test',
      VERIFIER_MAIL_FROM: 'bounces@netbox.test',
      VERIFIER_DNS: names.server,
      VERIFIER_PORT: String(mail.port),
      VERIFIER_ALLOW_LOOPBACK: '1',
    })
    await post('/auth/register', { email: 'ana@mail.example', password: 'correct horse' })
    await writer.updateTable('profiles').set({ plan: 'pro' }).execute()
  })
  afterAll(async () => {
    if (api.process.exitCode === null && api.process.signalCode === null) await api.end('SIGKILL')
    await mail.close()
    await names.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${api.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('has every sent result on disk when it is killed', async () => {
    const login = await post('/auth/login', { email: 'ana@mail.example', password: 'correct horse' })
    const { token } = (await login.json()) as { token: string }
    const emails = Array.from({ length: 50 }, (_, index) => `user${index}@shop.test`)
    const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${token}` }
    const response = await post('/email/verify', { emails }, headers)
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes as Uint8Array, { stream: true })
        if (text.split('\n').length > SENT) api.process.kill('SIGKILL')
      }
    } catch {
      // The process was killed while it was sending the results.
    }
    const sent = text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { email: string }).email)
    expect(sent.length).toBeGreaterThanOrEqual(SENT)
    const { queries } = await open()
    const rows = await queries.selectFrom('verifications').select(['email', 'status']).execute()
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(sent))
    expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length)
    const month = await queries.selectFrom('verification_months').selectAll().executeTakeFirstOrThrow()
    // The unused reservation stays until the run has had no result for an hour.
    expect(month).toMatchObject({ reserved: 50, verified: rows.length })
  })
})
