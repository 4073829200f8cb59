import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/start-api.ts'

const packed = Buffer.from('the bytes of a tarball')
const sum = createHash('sha256').update(packed).digest('hex')

let folder: string
let api: TestApi
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-command-'))
  const commandFile = join(folder, 'netbox.tgz')
  writeFileSync(commandFile, packed)
  api = await startApi({ commandFile, env: { RATE_LIMITS: '' } })
  // A running service keeps the file that it started with.
  writeFileSync(commandFile, 'another build')
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

it('gives out the packed command as it was at the start, with its checksum', async () => {
  const answer = await api.fetch('/netbox.tgz')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/gzip')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(packed)
  expect(await (await api.fetch('/netbox.tgz.sha256')).text()).toBe(`${sum}  netbox.tgz\n`)
})

it('sends it once to a client that has it', async () => {
  const etag = (await api.fetch('/netbox.tgz', { method: 'HEAD' })).headers.get('etag') ?? ''
  expect(etag).toBe(`"${sum}"`)
  // Without this header, fetch asks for a fresh copy.
  const headers = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }
  expect((await api.fetch('/netbox.tgz', { headers })).status).toBe(304)
})

it('is limited to 60 downloads a minute for each address', async () => {
  const status = await Promise.all(Array.from({ length: 70 }, async () => (await api.fetch('/netbox.tgz')).status))
  expect(status.filter((code) => code === 429).length).toBeGreaterThanOrEqual(10)
  expect(status.filter((code) => code === 200).length).toBeGreaterThan(0)
})

it('says what is missing if the installation has no packed command', async () => {
  const bare = await startApi({ commandFile: join(folder, 'missing.tgz') })
  try {
    const answer = await bare.fetch('/netbox.tgz')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'This installation has no packed command. npm run build makes it.\n',
    ])
  } finally {
    await bare.stop()
  }
})
