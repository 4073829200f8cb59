import { describe, expect, it } from 'vitest'
import { createGreylist } from './greylist.ts'

describe('a greylist', () => {
  it('counts from the first try, regardless of later ones', () => {
    const greylist = createGreylist()
    const triplet = ['127.0.0.1', 'Ben@client.example', 'ana@mail.example'] as const
    expect(greylist.left(triplet, 0, undefined)).toBe(300)
    expect(greylist.left(triplet, 100_000, undefined)).toBe(200)
    expect(greylist.left(['127.0.0.1', 'ben@CLIENT.example', 'ana@mail.example'], 300_000, undefined)).toBe(0)
    expect(greylist.left(['127.0.0.2', 'Ben@client.example', 'ana@mail.example'], 300_000, undefined)).toBe(300)
    expect(greylist.left(triplet, 900_000, undefined)).toBe(0)
  })

  it('waits as long as the host defines, else as long as its own default', () => {
    const greylist = createGreylist(2)
    const triplet = ['127.0.0.1', 'ben@client.example', 'ana@mail.example'] as const
    expect(greylist.left(triplet, 0, undefined)).toBe(2)
    expect(greylist.left(triplet, 1001, undefined)).toBe(1)
    expect(greylist.left(triplet, 2000, undefined)).toBe(0)
    expect(greylist.left(triplet, 2000, 10)).toBe(8)
  })
})
