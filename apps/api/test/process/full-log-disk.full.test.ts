import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-ports.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

const untilLive = async (url: string): Promise<void> => {
  const isLive = await fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isLive) return untilLive(url)
}

it('serves and ends in time while the disk of its log is full', async () => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'netbox-full-log-'))
  const token = 'the-token-of-the-metrics'
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'trace', METRICS_TOKEN: token },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
  })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilLive(url)
    // Each line has 200 bytes or more: 8,000 lines are more than the destination keeps.
    for (let round = 0; round < 80; round += 1)
      await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${url}/api/ip`)).text()))
    const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    expect(Number(/^netbox_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
    const begun = performance.now()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - begun).toBeLessThan(10_000)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
