import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { createWorld } from '../world.ts'
import { mailFoldersOf, messageSizeOf, storedMessageOf } from './mail-folders.ts'

const HOST = 'imap.mail.example'
const DAY = 86_400_000

describe('a mailbox of the world', () => {
  it('has messages in the order of their arrival, none after the last midnight, none older than 900 days', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 10 ** 12 }), (seed, time) => {
        const world = createWorld(seed, FIXED_TIME + time)
        for (const folder of mailFoldersOf(world, HOST)) {
          const numbers = [1, 2, 3, folder.messages - 1, folder.messages].filter((n) => n > 0 && n <= folder.messages)
          const times = numbers.map((number) => storedMessageOf(world, HOST, folder, number).at)
          for (const at of times) {
            expect(at).toBeLessThanOrEqual(world.at)
            expect(at).toBeGreaterThan(world.at - 902 * DAY)
          }
          if (folder.messages > 3) expect(times).toEqual(times.toSorted((one, other) => one - other))
        }
      }),
    )
  })

  it('gives no two messages of a mailbox the same id', () => {
    for (let seed = 0; seed < 12; seed++) {
      const world = createWorld(`seed-${seed}`, FIXED_TIME)
      const ids = mailFoldersOf(world, HOST).flatMap((folder) =>
        Array.from({ length: folder.messages }, (_, index) => storedMessageOf(world, HOST, folder, index + 1).id),
      )
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => !/^[a-z2-9]{16}$/.test(id))).toEqual([])
    }
  })

  it('keeps its messages for a day', () => {
    const midnight = Math.floor(FIXED_TIME / DAY) * DAY
    const messageAt = (time: number) => {
      const world = createWorld('k3f9', time)
      const [inbox] = mailFoldersOf(world, HOST)
      return inbox === undefined ? undefined : storedMessageOf(world, HOST, inbox, 7)
    }
    expect(messageAt(midnight)).toEqual(messageAt(midnight + DAY - 1))
    expect(messageAt(midnight + DAY)).toEqual({ ...messageAt(midnight), at: (messageAt(midnight)?.at ?? 0) + DAY })
  })

  it('has messages of the average size that email-migration multiplies', () => {
    const world = createWorld('k3f9', FIXED_TIME)
    const [inbox] = mailFoldersOf(world, HOST)
    if (inbox === undefined) throw new Error('no inbox')
    const sizes = Array.from({ length: inbox.messages }, (_, n) => storedMessageOf(world, HOST, inbox, n + 1).size)
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(Math.abs(mean / (messageSizeOf(world, HOST) * 1000) - 1)).toBeLessThan(0.03)
  })
})
