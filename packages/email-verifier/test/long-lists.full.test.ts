import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createVerifier } from '../src/index.ts'
import { fakeNetwork } from './fake-network.ts'
import { clock, generous, people, refuseAll } from './support/long-list.ts'
import { us } from './verify-against-servers.ts'

const collector = (): (() => void) => {
  setFlagsFromString('--expose_gc')
  return runInNewContext('gc') as () => void
}

it(
  'a list of 100,000 addresses is verified in bounded memory, with a limited number of connections',
  { timeout: 300_000 },
  async () => {
    const network = fakeNetwork(refuseAll)
    const verifier = createVerifier({ ...us, ...network, clock, limits: generous() })
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
    // The limit is in megabytes. The cache that detects repeated addresses grows to its full size.
    const [atFirst = 0, , , atLast = 0] = used
    expect(atLast - atFirst).toBeLessThan(12)
  },
)
