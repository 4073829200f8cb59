import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedWorld } from '@netbox/core/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appendHistory, readHistory, type RecordedRun, recordOf } from './history.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'history-')), 'history')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const record = async (input: string, ran: string): Promise<RecordedRun> =>
  recordOf(await fixedWorld().run('mx-record', input), Date.parse(ran))

it('gives back what was added, oldest first, across months', async () => {
  const runs = [
    await record('one.example', '2026-10-31T23:59:59Z'),
    await record('two.example', '2026-11-01T00:00:00Z'),
    await record('three.example', '2026-11-02T00:00:00Z'),
  ]
  for (const run of runs) appendHistory(folder, [run])
  expect(readHistory(folder)).toEqual(runs)
  expect(readdirSync(folder).toSorted()).toEqual(['2026-10.jsonl', '2026-11.jsonl'])
})

it('is empty without a folder', () => expect(readHistory(folder)).toEqual([]))

it('skips incomplete and foreign lines', async () => {
  const run = await record('one.example', '2026-11-01T00:00:00Z')
  appendHistory(folder, [run])
  appendFileSync(join(folder, '2026-11.jsonl'), '\n{"ran":"2026\nnull\n[]\n{"verdict":{},"usage":{}}')
  appendHistory(folder, [run])
  expect(readHistory(folder)).toEqual([run, run])
})

it('removes months older than twelve, and keeps other files', async () => {
  appendHistory(folder, [await record('one.example', '2026-10-01T00:00:00Z')])
  for (const name of ['2025-10.jsonl', '2025-11.jsonl', 'notes.txt']) writeFileSync(join(folder, name), '')
  appendHistory(folder, [await record('two.example', '2026-11-01T00:00:00Z')])
  expect(readdirSync(folder).toSorted()).toEqual(['2025-11.jsonl', '2026-10.jsonl', '2026-11.jsonl', 'notes.txt'])
})
