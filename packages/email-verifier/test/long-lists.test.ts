import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Limits, createVerifier, memoryLimits } from '../src/index.ts'
import { fakeNetwork } from './fake-network.ts'
import { clock, generous, people, refuseAll } from './support/long-list.ts'
import { all, us } from './verify-against-servers.ts'

/** Counts the occupied slots at servers. */
const counting = (inner: Limits) => {
  let taken = 0
  const limits: Limits = {
    ...inner,
    enter: async (server, signal) => {
      const leave = await inner.enter(server, signal)
      taken += 1
      let isIn = true
      return () => {
        if (isIn) taken -= 1
        isIn = false
        leave()
      }
    },
  }
  return { limits, places: () => taken }
}

describe('a list of 100,000 addresses', () => {
  it('reads its source only as results are read, and leaves nothing behind when the rest is not read', async () => {
    const network = fakeNetwork(refuseAll)
    const { limits, places } = counting(generous())
    const verifier = createVerifier({ ...us, ...network, clock, limits })
    for (const wanted of [1, 10, 100, 500]) {
      const { addresses, taken } = people(100_000, 50)
      const results = verifier.verifyMany(addresses(), { lookahead: 100 })
      for (let read = 1; read <= wanted; read++) {
        await results.next()
        expect(taken()).toBeLessThanOrEqual(read + 100)
      }
      await results.return?.()
      expect([network.open(), places()]).toEqual([0, 0])
    }
  })
})

describe('a list of many domains at one server', () => {
  it('finishes with few connections and recipient checks', async () => {
    const limits = fc.record({
      concurrency: fc.integer({ min: 1, max: 5 }),
      lookahead: fc.integer({ min: 1, max: 100 }),
      questions: fc.integer({ min: 1, max: 9 }),
      connections: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(limits, async ({ concurrency, lookahead, questions, connections }) => {
        const network = fakeNetwork((line) => (line.includes('<person') ? '250 Ok' : refuseAll()))
        const resolver = { ...network.resolver, addresses: async () => ({ exists: true, records: ['11.0.0.1'] }) }
        const shared = memoryLimits({ questions, connections, period: 2 })
        const verifier = createVerifier({ ...us, ...network, resolver, limits: shared })
        const results = await all(verifier.verifyMany(people(60, 7).addresses(), { concurrency, lookahead }))
        expect(results.map(({ reason }) => reason)).toEqual(Array.from({ length: 60 }, () => 'mailbox_exists'))
        expect(network.most()).toBeLessThanOrEqual(Math.min(concurrency, connections))
        expect(network.open()).toBe(0)
      }),
      { numRuns: 10 },
    )
  })
})
