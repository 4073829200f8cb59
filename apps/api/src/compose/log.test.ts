import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const module = new URL('log.ts', import.meta.url)

// The log writes to standard output itself: only another process can show what arrives there.
const PROGRAM = `
const { createLog } = await import(process.argv[1])
const cause = Object.assign(new Error('the cause'), { sql: 'insert canary-cause', parameters: ['canary-value'] })
const error = Object.assign(new Error('the error', { cause }), { code: 'E_TRIED', sql: 'select canary-sql', request: { headers: 'canary-header' } })
const { logger, flush } = createLog('info')
logger.error({ err: error }, 'failed')
logger.error({ err: 'no error at all' }, 'failed')
flush()`

it('says what failed and where, and nothing that a driver hangs on its errors', async () => {
  const words = ['--input-type=module', '-e', PROGRAM, module.href]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: fileURLToPath(new URL('.', module)) })
  const [first, second] = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  const at = expect.stringContaining('at ')
  const cause = { type: 'Error', message: 'the cause', stack: at }
  expect(first).toMatchObject({ msg: 'failed', err: { type: 'Error', message: 'the error', code: 'E_TRIED', cause } })
  expect(second).toMatchObject({ err: { message: 'no error at all' } })
  expect(stdout).not.toContain('canary')
})
