import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readText } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'netbox-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reads a text of many chunks, and refuses one of more than 100 MB, a folder and a missing file', () => {
  const path = join(folder, 'run.json')
  const text = 'é'.repeat(100_000)
  writeFileSync(path, text)
  expect(readText(path)).toBe(text)
  truncateSync(path, 100_000_001)
  expect(() => readText(path)).toThrow(`'${path}' can't be read: it has more than 100 MB.`)
  expect(() => readText(folder)).toThrow(/can't be read: it is a folder/)
  expect(() => readText(join(folder, 'none'))).toThrow(/can't be read: it does not exist/)
})
