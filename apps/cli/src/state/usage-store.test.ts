import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UsageKey } from '@netbox/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileUsage } from './usage-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = (more: Partial<UsageKey> = {}): UsageKey => ({
  subject: 'local',
  tool: 'mx-record',
  day: '2026-11-20',
  ...more,
})
const file = (day = '2026-11-20'): string => join(folder, `${day}.log`)

describe('fileUsage', () => {
  it('grants as many runs as the limit has, and none after', () => {
    const store = fileUsage(folder)
    const granted = Array.from({ length: 5 }, () => store.consume(key(), 3))
    expect(granted).toEqual([
      { granted: true, used: 1 },
      { granted: true, used: 2 },
      { granted: true, used: 3 },
      { granted: false, used: 3 },
      { granted: false, used: 3 },
    ])
    store.close()
  })

  it('writes nothing for a run that is refused anyway', () => {
    const store = fileUsage(folder)
    store.consume(key(), 1)
    const { length } = readFileSync(file())
    store.consume(key(), 1)
    expect(readFileSync(file())).toHaveLength(length)
    store.close()
  })

  it('counts tools, subjects and days separately', () => {
    const store = fileUsage(folder)
    store.consume(key(), 9)
    store.consume(key({ tool: 'a-record' }), 9)
    store.consume(key({ subject: 'ana maria;' }), 9)
    store.consume(key({ day: '2026-11-21' }), 9)
    store.consume(key(), 9)
    expect(store.read(key())).toBe(2)
    expect(store.read(key({ tool: 'a-record' }))).toBe(1)
    expect(store.read(key({ subject: 'ana maria;' }))).toBe(1)
    expect(store.read(key({ day: '2026-11-21' }))).toBe(1)
    store.close()
  })

  it('sees the counts of other processes between its own runs', () => {
    const one = fileUsage(folder)
    const other = fileUsage(folder)
    one.consume(key(), 3)
    other.consume(key(), 3)
    expect(one.consume(key(), 3)).toEqual({ granted: true, used: 3 })
    expect(other.consume(key(), 3)).toEqual({ granted: false, used: 3 })
    one.close()
    other.close()
  })

  it('grants exactly the limit to two interleaved counters', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (turns, limit) => {
        rmSync(file(), { force: true })
        const stores = [fileUsage(folder), fileUsage(folder)] as const
        const granted = turns.filter((turn) => stores[turn ? 0 : 1].consume(key(), limit).granted).length
        for (const store of stores) store.close()
        expect(granted).toBe(Math.min(turns.length, limit))
      }),
    )
  })

  it.each(['\n', '\nmx', '\nmx-record', '\nmx-record 1 12-', '\nmx-record 1 12-a-0 local'])(
    'skips an incomplete line %j and continues',
    (torn) => {
      const store = fileUsage(folder)
      store.consume(key(), 9)
      appendFileSync(file(), torn)
      expect(store.read(key())).toBe(1)
      expect(store.consume(key(), 9)).toEqual({ granted: true, used: 2 })
      store.close()
      const next = fileUsage(folder)
      expect(next.read(key())).toBe(2)
      next.close()
    },
  )

  it('reads a line whose end comes later', () => {
    const store = fileUsage(folder)
    store.consume(key(), 9)
    appendFileSync(file(), '\nmx-record 1 9')
    expect(store.read(key())).toBe(1)
    appendFileSync(file(), '-a-0 local;')
    expect(store.read(key())).toBe(2)
    store.close()
  })

  it('writes the runs of an unlimited plan in batches, the last at its end', () => {
    const store = fileUsage(folder)
    for (let count = 1; count <= 2500; count++) expect(store.consume(key(), -1)).toEqual({ granted: true, used: count })
    expect(readFileSync(file(), 'utf8').match(/ 1000 /g)).toHaveLength(2)
    expect(store.read(key())).toBe(2500)
    store.close()
    const next = fileUsage(folder)
    expect(next.read(key())).toBe(2500)
    next.close()
  })

  it('removes days older than 35', () => {
    for (const day of ['2026-10-15', '2026-10-16', '2026-11-19']) writeFileSync(file(day), '')
    const store = fileUsage(folder)
    store.read(key())
    store.close()
    expect(readdirSync(folder).toSorted()).toEqual(['2026-10-16.log', '2026-11-19.log', '2026-11-20.log'])
    expect(existsSync(file('2026-10-15'))).toBe(false)
  })
})
