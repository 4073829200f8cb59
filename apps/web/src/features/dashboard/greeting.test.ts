import { describe, expect, it } from 'vitest'
import { untilMidnight } from './day-figure.tsx'
import { nameOf } from './overview.tsx'

describe('the time until limits reset', () => {
  it.each([
    ['2026-11-20T08:17:00Z', '15 h 43 min'],
    ['2026-11-20T08:17:01Z', '15 h 43 min'],
    ['2026-11-20T00:00:00Z', '24 h 0 min'],
    ['2026-11-20T23:30:00Z', '30 min'],
    ['2026-11-20T23:59:59.999Z', '1 min'],
  ])('at %s is %s', (at, left) => {
    expect(untilMidnight(new Date(at))).toBe(left)
  })
})

describe('the name in an address', () => {
  it.each([
    ['ana.ruiz@harbour.example', 'Ana'],
    ['ÉLISE.martin@mail.example', 'Élise'],
    ['info@mail.example', undefined],
    ['a.ruiz@mail.example', undefined],
    ['ana.1@mail.example', undefined],
    ['x', undefined],
    ['', undefined],
  ])('of %s is %s', (email, name) => {
    expect(nameOf(email)).toBe(name)
  })
})
