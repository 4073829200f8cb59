import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { connectionLimits, createPaceCheck, createPaceKeeper, openFileLimit, openFilesWarning } from './connections.ts'

const PACE = { minimum: 64_000, tolerance: 10_000 }

/** Returns the second in which a transfer counts as too slow; undefined if it never does in an hour. */
const slowAt = (bytesIn: (second: number) => number, pending = 0): number | undefined => {
  const check = createPaceCheck(PACE)
  for (let second = 1; second <= 3600; second += 1) if (check.isTooSlow(bytesIn(second), 1000, pending)) return second
  return undefined
}

describe('the pace of a transfer', () => {
  it('may be the minimum, even in lumps', () => {
    expect(slowAt(() => 64_000)).toBeUndefined()
    const part = 256 * 1024
    expect(slowAt((second) => (second % 4 === 0 ? part : 0), part)).toBeUndefined()
  })

  it('may fall behind for ten seconds', () => {
    expect(slowAt((second) => (second % 9 === 0 ? 9 * 64_000 : 0))).toBeUndefined()
    expect(slowAt(() => 0)).toBe(10)
    expect(slowAt((second) => (second % 25 === 0 ? 1 : 0))).toBe(10)
  })

  it('ends a client that takes 64 kB each 15 seconds, with 256 kB on their way', () => {
    expect(slowAt((second) => (second % 15 === 0 ? 64_000 : 0), 256 * 1024)).toBe(16)
  })

  it('is checked after a fast start too', () => {
    expect(slowAt((second) => (second <= 60 ? 5_000_000 : 0))).toBe(69)
    expect(slowAt(() => 32_000)).toBe(19)
  })

  it('allows a transfer no more than the time for its bytes and the tolerance', () => {
    for (const rate of [0, 1000, 20_000, 50_000, 63_000]) {
      const end = slowAt(() => rate) ?? Infinity
      expect(end * 64_000).toBeLessThanOrEqual(rate * end + 640_000 + 64_000)
    }
  })

  it('starts again after a pause of the service', () => {
    const check = createPaceCheck(PACE)
    expect(check.isTooSlow(0, 9000)).toBe(false)
    check.restart()
    expect(check.isTooSlow(0, 9000)).toBe(false)
    expect(check.isTooSlow(0, 1000)).toBe(true)
  })
})

describe('the keeper of the pace', () => {
  /** Creates a connection whose client takes nothing, and a clock. */
  const setUp = (pending: number) => {
    let now = 0
    const keeper = createPaceKeeper(PACE, { now: () => now }, 1000)
    const destroy = vi.fn<() => void>()
    const socket = Object.assign(new EventEmitter(), { writableLength: pending, bytesWritten: pending, destroy })
    // The keeper uses no other properties of a socket.
    keeper.watchDownloads(socket as unknown as Socket)
    const pass = (milliseconds: number) => {
      now += milliseconds
      keeper.check()
    }
    return { socket, destroy, pass }
  }

  it('closes a connection whose client reads no data for more than ten seconds', () => {
    const { destroy, pass } = setUp(64_000)
    // 64 kB may be on their way, which is another second.
    for (let second = 1; second <= 10; second += 1) pass(1000)
    expect(destroy).not.toHaveBeenCalled()
    pass(1000)
    expect(destroy).toHaveBeenCalled()
  })

  it('closes no connection because the clock or the process jumps', () => {
    const { destroy, pass } = setUp(64_000)
    pass(3_600_000)
    pass(-3_600_000)
    expect(destroy).not.toHaveBeenCalled()
  })

  it('closes no connection without data to take, and forgets a closed one', () => {
    const idle = setUp(0)
    for (let second = 1; second <= 60; second += 1) idle.pass(1000)
    expect(idle.destroy).not.toHaveBeenCalled()
    const closed = setUp(64_000)
    closed.socket.emit('close')
    for (let second = 1; second <= 60; second += 1) closed.pass(1000)
    expect(closed.destroy).not.toHaveBeenCalled()
  })
})

describe('the limits on connections', () => {
  it('leave descriptors for files, and an eighth to each address', () => {
    expect(connectionLimits(65_536)).toEqual({ inAll: 10_000, perAddress: 1250 })
    expect(connectionLimits(4096)).toEqual({ inAll: 3584, perAddress: 448 })
    expect(connectionLimits(1024)).toEqual({ inAll: 512, perAddress: 64 })
    expect(connectionLimits(256)).toEqual({ inAll: 128, perAddress: 16 })
    expect(connectionLimits()).toEqual({ inAll: 10_000, perAddress: 1250 })
  })

  it('come with a warning if the process may open few files', () => {
    expect(openFilesWarning(1024)).toBe(
      'This process may open only 1024 files and connections, so it accepts 512 connections. ' +
        'Raise the limit to 4096 or more (LimitNOFILE= of the systemd unit, ulimit -n in a shell).',
    )
    expect(openFilesWarning(4096)).toBeUndefined()
    expect(openFilesWarning(undefined)).toBeUndefined()
  })

  it('know the limit of this process', () => {
    expect(openFileLimit()).toBeGreaterThan(100)
  })
})
