// The command's batch on the enterprise plan: inputs from stdin, NDJSON to stdout. Writes rate and memory to stderr, as JSON.
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBatch } from '../src/run/batch.ts'
import { linesOf } from '../src/run/inputs.ts'
import { jsonFailure, jsonLine } from '../src/output/json.ts'
import { fileUsage } from '../src/state/usage-store.ts'

const MEGABYTE = 1e6
const folder = mkdtempSync(join(tmpdir(), 'netbox-batch-'))
const usage = fileUsage(folder)
/** @type {number[]} */
const residents = []
const start = performance.now()
try {
  const { ran, failed } = await runBatch({
    tool: 'mx-record',
    plan: () => 'enterprise',
    usage,
    lines: linesOf('-', new AbortController().signal),
    write: (text) => writeSync(1, text),
    concurrency: 8,
    show: { run: jsonLine, failure: jsonFailure },
    onProgress: () => residents.push(process.memoryUsage.rss() / MEGABYTE),
  })
  const half = residents.length >> 1
  const answer = {
    rate: (ran + failed) / ((performance.now() - start) / 1000),
    failed,
    memory: Math.max(...residents),
    growth: Math.max(...residents.slice(half)) - Math.max(...residents.slice(0, half)),
  }
  process.stderr.write(JSON.stringify(answer))
} finally {
  usage.close()
  rmSync(folder, { recursive: true, force: true })
}
