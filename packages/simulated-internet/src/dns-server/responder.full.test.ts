import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { scenarios } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { createClient, questionOf } from '../../test/support/dns-messages.ts'
import { isWhole } from '../../test/support/judged-worlds.ts'

const MESSAGES = isWhole ? 1_000_000 : 200_000
const MEGABYTE = 1_048_576

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the used bytes of the heap after garbage collection. */
const usedHeap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Returns a deterministic generator of pseudo-random numbers (xorshift). */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

const TYPES = ['A', 'MX', 'TXT', 'SOA', 'DNSKEY', 'NSEC', 'PTR', 'ANY'] as const

describe('many malformed messages', () => {
  it('cause no error, no response to a response, and no growth', async () => {
    const next = numbersFrom(20_261_122)
    const { send, ask } = createClient({ seed: 'k3f9', scenario: scenarios[1]?.name })
    const templates = TYPES.flatMap((type) => [
      // Signing takes most of the time, so only one type of query requests signatures.
      questionOf('mail.example', type, { dnssec: type === 'PTR' }),
      questionOf('www.shop.co.uk', type),
      questionOf('25.100.51.198.in-addr.arpa', type, { edns: false }),
    ])
    const mutated = (): Buffer => {
      const message = Buffer.from(templates[next() % templates.length] ?? Buffer.alloc(0))
      for (let changes = 1 + (next() % 4); changes > 0; changes--) message[next() % message.length] = next() & 255
      // Truncates some messages, and adds data to the end of others.
      const kind = next() % 8
      if (kind === 0) return message.subarray(0, next() % message.length)
      return kind === 1 ? Buffer.concat([message, message.subarray(next() % message.length)]) : message
    }
    let before = 0
    for (let count = 0; count < MESSAGES; count++) {
      const message = mutated()
      const isResponse = message.length < 12 || (message[2] ?? 0) >= 0x80
      const response = await send(message, { transport: next() % 2 === 0 ? 'udp' : 'tcp' })
      if (response !== undefined && (isResponse || (response[2] ?? 0) < 0x80))
        expect.unreachable(message.toString('hex'))
      // The caches fill up during the first half.
      if (count === MESSAGES / 2) before = usedHeap()
    }
    expect(usedHeap() - before).toBeLessThan(100 * MEGABYTE)
    expect((await ask('mail.example', 'MX'))?.rcode).toBe('NOERROR')
  }, 900_000)
})
