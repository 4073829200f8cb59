import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

describe('makeFolder', () => {
  let place = ''
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'netbox-folder-'))
  })
  afterEach(() => rmSync(place, { recursive: true }))

  it('creates a folder with its parents, and accepts one that exists', () => {
    const path = join(place, 'a/b/c')
    makeFolder(path, 0o700)
    makeFolder(path, 0o700)
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('refuses a file in its place', () => {
    writeFileSync(join(place, 'file'), '')
    expect(() => makeFolder(join(place, 'file'))).toThrow(/file can't be created \(EEXIST/)
    expect(() => makeFolder(join(place, 'file/inside'))).toThrow(/inside can't be created \(ENOTDIR/)
  })

  it.runIf(process.platform === 'linux')('ends with the path in a file system that refuses new folders', () => {
    const error = expect.objectContaining({ code: 'ENOENT' })
    expect(() => makeFolder('/proc/netbox/data')).toThrow(error)
    expect(() => makeFolder('/proc/netbox/data')).toThrow(
      /^\/proc\/netbox\/data can't be created \(ENOENT.*\): choose a folder that this user may write$/,
    )
  })
})
