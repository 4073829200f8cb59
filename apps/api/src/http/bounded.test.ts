import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createPlaces, createPlacesByKey } from './bounded.ts'

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

describe('createPlaces', () => {
  it('is busy when all are taken, until somebody leaves; leaving twice frees one place', () => {
    const places = createPlaces(2)
    const leave = places.enter()
    places.enter()
    expect(codeOf(() => places.enter())).toBe('busy')
    leave()
    leave()
    expect(places.taken).toBe(1)
    expect(codeOf(() => places.enter())).toBeUndefined()
    expect(codeOf(() => places.enter())).toBe('busy')
  })
})

describe('createPlacesByKey', () => {
  it('counts each key for itself', () => {
    const places = createPlacesByKey(1)
    const leave = places.enter('a')
    expect(codeOf(() => places.enter('a'))).toBe('rate_limited')
    expect(codeOf(() => places.enter('b'))).toBeUndefined()
    leave()
    expect(codeOf(() => places.enter('a'))).toBeUndefined()
  })
})
