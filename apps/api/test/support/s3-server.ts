import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** The part of `@20minutes/s3rver` that tests use. */
type S3rver = new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> }

const { NETBOX_S3RVER: path } = process.env

/** Whether there is an S3 server: the folder of the npm package `@20minutes/s3rver`, installed separately. */
export const hasS3Server = path !== undefined

if (!hasS3Server && process.env['NETBOX_REQUIRE_S3'] === '1')
  throw new Error('NETBOX_S3RVER is not set: it must be the folder of @20minutes/s3rver.')
if (!hasS3Server)
  console.warn(
    '\n  NETBOX_S3RVER is not set: THE TESTS ON A REAL S3 SERVER ARE SKIPPED.\n  npm install --prefix FOLDER @20minutes/s3rver@5.0.0; NETBOX_S3RVER=FOLDER/node_modules/@20minutes/s3rver\n',
  )

/** Runs an S3 server with the bucket `files` during the calling suite. It checks signatures. */
export const useS3Server = () => {
  const directory = mkdtempSync(join(tmpdir(), 'netbox-s3-'))
  const options = { directory, address: '127.0.0.1', silent: true, configureBuckets: [{ name: 'files' }] }
  let server: InstanceType<S3rver> | undefined
  let port = 0
  const start = async () => {
    const Server = createRequire(import.meta.url)(path ?? '') as S3rver
    server = new Server({ ...options, port })
    port = (await server.run()).port
  }
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  beforeAll(start)
  afterAll(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  })
  return { start, stop, port: () => port, url: (rest = '/files') => `s3+http://S3RVER:S3RVER@127.0.0.1:${port}${rest}` }
}
