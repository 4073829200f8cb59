import { describe, expect, it } from 'vitest'
import { manualClock } from '../../test/support/manual-clock.ts'
import { ConnectFailed } from '../network/network-errors.ts'
import type { Connection, Connector } from '../ports.ts'
import { watchPort } from './port-watch.ts'

const never = new AbortController().signal
const to = { address: '192.0.2.25', port: 25, signal: never }
// The test does not use the connection.
const connection = {} as Connection

const silence = () => {
  const signals: AbortSignal[] = []
  const connect: Connector['connect'] = ({ signal }) => {
    signals.push(signal)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  return { connector: { connect }, signals }
}

const missThree = (watch: ReturnType<typeof watchPort>): void => {
  for (const host of ['mx.a.test', 'mx.b.test', 'mx.c.test']) watch.missed(host)
}

describe('watchPort', () => {
  it('does not shorten a connection while nothing is suspected', async () => {
    const clock = manualClock()
    const { connector, signals } = silence()
    const watch = watchPort(connector, clock)
    watch.missed('mx.a.test')
    watch.missed('mx.a.test')
    watch.missed('mx.b.test')
    watch.connector.connect(to).catch(() => {})
    expect(watch.looksBlocked()).toBe(false)
    expect(signals).toEqual([never])
    expect(clock.waiting()).toBe(0)
  })

  it('waits two seconds for each server once three were missed and none was reached', async () => {
    const clock = manualClock()
    const { connector, signals } = silence()
    const watch = watchPort(connector, clock)
    missThree(watch)
    expect(watch.looksBlocked()).toBe(true)
    const connecting = watch.connector.connect(to)
    clock.advance(1999)
    expect(signals[0]?.aborted).toBe(false)
    clock.advance(1)
    await expect(connecting).rejects.toThrow(ConnectFailed)
    expect(signals[0]?.aborted).toBe(true)
    expect(clock.waiting()).toBe(0)
  })

  it('suspects nothing after one server was reached', async () => {
    const watch = watchPort({ connect: async () => connection }, manualClock())
    missThree(watch)
    await watch.connector.connect(to)
    expect(watch.looksBlocked()).toBe(false)
    missThree(watch)
    expect(watch.looksBlocked()).toBe(false)
  })

  it('can be cancelled while it waits', async () => {
    const clock = manualClock()
    const { connector } = silence()
    const watch = watchPort(connector, clock)
    missThree(watch)
    const cancel = new AbortController()
    const connecting = watch.connector.connect({ ...to, signal: cancel.signal })
    cancel.abort(new Error('Enough.'))
    await expect(connecting).rejects.toThrow('Enough.')
    expect(clock.waiting()).toBe(0)
  })
})
