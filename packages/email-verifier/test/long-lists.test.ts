import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createVerifier, memoryBounds } from '../src/index.ts'
import { fakeNetwork } from './fake-network.ts'
import { manualClock } from './support/manual-clock.ts'
import { us } from './verify-against-servers.ts'

const refuseAll = (): string => '550 5.1.1 No such user'
// Time stands still, which costs less than timers, and is never waited for.
const clock = manualClock()
const generous = () => memoryBounds({ clock, questions: 1e6, localPartsADay: () => Number.POSITIVE_INFINITY })

/** Gives addresses one by one and counts how many were taken. */
const people = (count: number, domains: number) => {
  let taken = 0
  const addresses = function* () {
    for (; taken < count; taken++) yield `person${taken}@mail${taken % domains}.test`
  }
  return { addresses, taken: () => taken }
}

const collector = (): (() => void) => {
  setFlagsFromString('--expose_gc')
  return runInNewContext('gc') as () => void
}

describe('a list of 100,000 addresses', () => {
  it('is worked through in bounded memory, with bounded connections', { timeout: 300_000 }, async () => {
    const network = fakeNetwork(refuseAll)
    const verifier = createVerifier({ ...us, ...network, clock, bounds: generous() })
    const collect = collector()
    const used: number[] = []
    let count = 0
    const { addresses, taken } = people(100_000, 200)
    for await (const { reason } of verifier.verifyMany(addresses(), { concurrency: 20, lookahead: 2000 })) {
      if (reason !== 'no_mailbox') throw new Error(`Not ${reason}.`)
      count += 1
      if (taken() - count > 2000) throw new Error('More was taken than was asked for.')
      if (count % 25_000 !== 0) continue
      collect()
      used.push(process.memoryUsage().heapUsed / 1e6)
    }
    expect(count).toBe(100_000)
    expect(network.most()).toBeLessThanOrEqual(20)
    expect(network.open()).toBe(0)
    // Megabytes. What grows to its bound is what is remembered of addresses, so that one that comes again is known.
    const [atFirst = 0, , , atLast = 0] = used
    expect(atLast - atFirst).toBeLessThan(12)
  })

  it('is taken from its source only as results are read', async () => {
    const network = fakeNetwork(refuseAll)
    const verifier = createVerifier({ ...us, ...network, clock, bounds: generous() })
    const { addresses, taken } = people(100_000, 50)
    const results = verifier.verifyMany(addresses(), { lookahead: 100 })
    for (let read = 1; read <= 500; read++) {
      await results.next()
      expect(taken()).toBeLessThanOrEqual(read + 100)
    }
    await results.return?.()
    expect(network.open()).toBe(0)
  })
})
