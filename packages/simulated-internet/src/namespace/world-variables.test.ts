import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveWorld } from './world-variables.ts'

const document = { domains: { 'shop.example': { records: { A: ['192.0.2.80'] } } } }
const saved = `${JSON.stringify(document, null, 2)}\n`

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'netbox-save-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a saved world', () => {
  it('is a new file, which others can read', () => {
    saveWorld({ document }, join(folder, 'world.json'))
    expect(readFileSync(join(folder, 'world.json'), 'utf8')).toBe(saved)
    expect(statSync(join(folder, 'world.json')).mode & 0o777).toBe(0o644)
  })

  it('takes the place of a file as a whole, behind links too, so that a full disk leaves the old one', () => {
    const [file, link] = [join(folder, 'world.json'), join(folder, 'link.json')]
    writeFileSync(file, 'before', { mode: 0o600 })
    symlinkSync(file, link)
    const old = openSync(file, 'r')
    try {
      saveWorld({ document }, link)
      expect(readFileSync(old, 'utf8')).toBe('before')
    } finally {
      closeSync(old)
    }
    expect(readFileSync(file, 'utf8')).toBe(saved)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['link.json', 'world.json'])
  })

  it('is written to a device as it is', () => {
    saveWorld({ document }, '/dev/null')
    expect(statSync('/dev/null').isFile()).toBe(false)
  })
})
