import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const module = new URL('log.ts', import.meta.url)

// The log writes directly to standard output, so only another process can show the result.
const PROGRAM = `
const { createLog } = await import(process.argv[1])
const cause = Object.assign(new Error('the cause'), { sql: 'insert canary-cause', parameters: ['canary-value'] })
const error = Object.assign(new Error('the error', { cause }), { code: 'E_TRIED', sql: 'select canary-sql', request: { headers: 'canary-header' } })
const { logger, flush } = createLog('info')
logger.error({ err: error }, 'failed')
logger.error({ err: 'no error at all' }, 'failed')
flush()
for (let turn = 0; turn < 3; turn += 1) {
  for (let line = 0; line < 100; line += 1) logger.info({ turn, line }, 'counted')
  await new Promise((resolve) => setImmediate(resolve))
}
logger.info({ turn: 3, line: 0 }, 'counted')
flush()`

const run = async (): Promise<string> => {
  const words = ['--input-type=module', '-e', PROGRAM, module.href]
  return (await promisify(execFile)(process.execPath, words, { cwd: fileURLToPath(new URL('.', module)) })).stdout
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

// A write that is in progress at the exit may arrive after the flushed lines, so the order is not checked.
it('writes every line once, including lines of the last turn of the event loop', async () => {
  const counted = linesOf(await run()).flatMap((line) =>
    typeof line === 'object' && line !== null && 'turn' in line && 'line' in line
      ? [`${String(line.turn)} ${String(line.line)}`]
      : [],
  )
  const expected = [0, 1, 2].flatMap((turn) => Array.from({ length: 100 }, (_, line) => `${turn} ${line}`))
  expect(counted).toHaveLength(expected.length + 1)
  expect(new Set(counted)).toEqual(new Set([...expected, '3 0']))
})

it('reports the error and its location, without the properties that a driver adds', async () => {
  const stdout = await run()
  const [first, second] = linesOf(stdout)
  const at = expect.stringContaining('at ')
  const cause = { type: 'Error', message: 'the cause', stack: at }
  expect(first).toMatchObject({ msg: 'failed', err: { type: 'Error', message: 'the error', code: 'E_TRIED', cause } })
  expect(second).toMatchObject({ err: { message: 'no error at all' } })
  expect(stdout).not.toContain('canary')
})

it('adds one listener to standard output, however many logs a process has', () => {
  createLog('silent')
  const listeners = process.stdout.listenerCount('error')
  createLog('silent')
  expect(process.stdout.listenerCount('error')).toBe(listeners)
})
