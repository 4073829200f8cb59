import { describe, expect, it } from 'vitest'
import { freeName } from './result-file.ts'

describe('freeName', () => {
  const among = (...names: string[]) => freeName('run-1.txt', (name) => names.includes(name))

  it('is the name itself if no such file exists', () => expect(among('other.txt')).toBe('run-1.txt'))

  it('counts from two, before the extension', () => {
    expect(among('run-1.txt')).toBe('run-1-2.txt')
    expect(among('run-1.txt', 'run-1-2.txt')).toBe('run-1-3.txt')
  })
})
