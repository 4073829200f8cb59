import { describe, expect, it } from 'vitest'
import { createGreylist } from './greylist.ts'

describe('a greylist', () => {
  it('counts from the first try, regardless of later ones', () => {
    const greylist = createGreylist()
    const triplet = ['127.0.0.1', 'Ben@client.example', 'ana@mail.example'] as const
    expect(greylist.knows(triplet, 0)).toBe(false)
    expect(greylist.left(triplet, 100_000)).toBe(200)
    expect(greylist.knows(['127.0.0.1', 'ben@CLIENT.example', 'ana@mail.example'], 300_000)).toBe(true)
    expect(greylist.knows(['127.0.0.2', 'Ben@client.example', 'ana@mail.example'], 300_000)).toBe(false)
    expect(greylist.left(triplet, 900_000)).toBe(0)
  })
})
