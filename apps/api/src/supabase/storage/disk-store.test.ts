import { text } from 'node:stream/consumers'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from './files.ts'
import { createDiskStore } from './disk-store.ts'

const HOUR = 60 * 60_000

describe('the store of files', () => {
  let folder: string
  let now = Date.now()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-store-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function* content(...parts: string[]) {
    for (const part of parts) yield Buffer.from(part)
  }
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('aborted')
  }
  const open = () => createDiskStore(folder, { now: () => now })
  const read = async (version: string) => {
    const found = await open().open(version)
    return found === undefined ? undefined : text(found)
  }
  const drafts = () => readdir(join(folder, 'tmp'))

  it('stores files under names that reveal nothing', async () => {
    const store = open()
    const { version, size } = await store.write(content('hel', 'lo'), 5)
    expect(size).toBe(5)
    expect(version).toMatch(/^[\da-z]{26}$/)
    expect(await read(version)).toBe('hello')
    expect(await drafts()).toEqual([])
  })

  it('keeps no incomplete or oversized file', async () => {
    const store = open()
    await expect(store.write(content('hello', '!'), 5)).rejects.toMatchObject({ code: 'EntityTooLarge' })
    await expect(store.write(broken(), 5)).rejects.toMatchObject({ code: 'InvalidRequest' })
    expect(await drafts()).toEqual([])
  })

  it('copies by a second name', async () => {
    const store = open()
    const { version } = await store.write(content('twice'), 5)
    const copied = await store.copy(version)
    await store.remove(version)
    await store.remove(version)
    expect(await read(copied)).toBe('twice')
    await expect(store.copy(version)).rejects.toMatchObject({ code: 'NoSuchKey' })
  })

  it('removes unreferenced files after an hour', async () => {
    const store = open()
    const [kept, orphan] = [await store.write(content('kept'), 9), await store.write(content('orphan'), 9)]
    const draft = join(folder, 'tmp', 'left')
    await writeFile(draft, 'half')
    await utimes(draft, 0, 0)
    const sweep = () => sweepFiles(store, async () => new Set([kept.version]), now, new AbortController().signal)
    await sweep()
    expect(await read(orphan.version)).toBe('orphan')
    now = Date.now() + HOUR + 1000
    await sweep()
    expect(await read(orphan.version)).toBeUndefined()
    expect(await drafts()).toEqual([])
    expect(await read(kept.version)).toBe('kept')
  })
})
