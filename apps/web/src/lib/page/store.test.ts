import { describe, expect, it, vi } from 'vitest'
import { createKeptStore } from './store.ts'

// Stubs the browser's storage: it has space for `room` characters; with 0, every access throws.
const stubStorage = (room: number, entries: Record<string, string> = {}): Map<string, string> => {
  const kept = new Map(Object.entries(entries))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (room === 0) throw new Error('refused')
      return kept.get(key) ?? null
    },
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('full')
      kept.set(key, value)
    },
  })
  return kept
}

const words = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []

const open = () =>
  createKeptStore<readonly string[]>({
    key: 'words',
    initial: [],
    read: words,
    shrink: (value) => (value.length > 1 ? value.slice(0, -1) : undefined),
  })

describe('a store that outlives the page', () => {
  it('is stored, and found again', () => {
    const kept = stubStorage(1000)
    open().update(() => ['a', 'b'])
    expect(kept.get('words')).toBe('["a","b"]')
    expect(open().get()).toEqual(['a', 'b'])
  })

  it.each(['{', 'null', '{"a":1}', '7'])('starts again if it contained %j', (text) => {
    stubStorage(1000, { words: text })
    expect(open().get()).toEqual([])
  })

  it('applies changes of another tab', () => {
    const kept = stubStorage(1000)
    const store = open()
    kept.set('words', '["theirs"]')
    store.update((value) => [...value, 'ours'])
    expect(store.get()).toEqual(['theirs', 'ours'])
  })

  it('lasts as long as the page if storage is blocked', () => {
    stubStorage(0)
    const store = open()
    store.update(() => ['a'])
    store.update((value) => [...value, 'b'])
    expect(store.get()).toEqual(['a', 'b'])
  })

  it('stores as much as fits', () => {
    const kept = stubStorage(12)
    const store = open()
    store.update(() => ['one', 'two', 'three'])
    expect(kept.get('words')).toBe('["one"]')
    expect(store.get()).toEqual(['one', 'two', 'three'])
  })
})
