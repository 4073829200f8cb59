import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, it } from 'vitest'

const module = new URL('log.ts', import.meta.url).href

// Writes 6 MB of log; the process ends like the service: with a flush, and another one at exit.
const PROGRAM = `
const { createLog } = await import(process.argv[1])
const { logger, flush, dropped } = createLog('info')
process.on('exit', flush)
process.stdout.write('begun\\n')
const text = 'x'.repeat(200)
for (let turn = 0; turn < 200; turn += 1) {
  for (let line = 0; line < 100; line += 1) logger.info({ text }, 'counted')
  await new Promise((resolve) => setImmediate(resolve))
}
process.once('message', () => {
  logger.info('the last')
  flush()
  process.exit(0)
})
process.send(dropped())`

const start = (stdout: 'pipe' | number): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, module], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })

/** Returns the number of dropped lines after all have been logged. */
const droppedOf = async (child: ChildProcess): Promise<number> => ((await once(child, 'message')) as [number])[0]

const end = async (child: ChildProcess) => {
  const begun = performance.now()
  child.send('end')
  const [code] = (await once(child, 'exit')) as [number]
  return { code, ms: performance.now() - begun }
}

it('continues and ends in time on a full disk', async () => {
  const child = start(openSync('/dev/full', 'w'))
  const dropped = await droppedOf(child)
  expect(dropped).toBeGreaterThan(10_000)
  const { code, ms } = await end(child)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(3000)
})

it('continues and ends in time without a reader', async () => {
  const child = start('pipe')
  const dropped = await droppedOf(child)
  expect(dropped).toBeGreaterThan(10_000)
  const { code, ms } = await end(child)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(3000)
})

it('writes whole lines again once it is read, and reports the number of missing lines', async () => {
  const child = start('pipe')
  const dropped = await droppedOf(child)
  let text = ''
  const reported = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('log lines dropped')) resolve()
    })
  })
  await reported
  await end(child)
  const lines = text.trimEnd().split('\n').slice(1)
  const parsed = lines.map((line) => JSON.parse(line) as { msg: string; lines?: number })
  expect(parsed.filter(({ msg }) => msg === 'counted')).toHaveLength(20_000 - dropped)
  expect(parsed.filter(({ msg }) => msg === 'log lines dropped')).toMatchObject([{ lines: dropped }])
  expect(parsed.at(-1)?.msg).toBe('the last')
})
