import { describe, expect, it } from 'vitest'
import { memoryLimits, memoryCatchAllCache } from '../src/index.ts'
import { manualClock } from './support/manual-clock.ts'
import { mailboxes, nobody, serverFor } from './verify-against-servers.ts'

const ana = 'ana@mail.test'
const HOUR = 3_600_000

describe('a greylisted address', () => {
  it('is accepted when it is checked again after the time in the result', async () => {
    const clock = manualClock()
    const known = clock.now()
    const { verifier, server } = await serverFor(
      {
        rcpt: ({ path }) => {
          if (path !== ana) return '550 5.1.1 No such user'
          return clock.now() - known < 300_000 ? '451 4.7.1 Greylisted, try again in 300 seconds' : '250 2.1.5 Ok'
        },
      },
      { clock },
    )
    const first = await verifier.verify(ana)
    expect(first).toMatchObject({
      status: 'unconfirmed',
      confidence: 40,
      reason: 'greylisted',
      retry_after: 300,
      verification_attempts: 1,
    })
    clock.advance((first.retry_after ?? 0) * 1000)
    const second = await verifier.verify(ana, { attempts: first.verification_attempts })
    expect(second).toMatchObject({
      status: 'valid',
      reason: 'mailbox_exists',
      retry_after: null,
      verification_attempts: 2,
    })
    // The name, sender and recipient must stay the same, or a greylisting server would not recognize the verifier.
    const [, mail, rcpt] = server.connections[0]?.commands ?? []
    expect(server.connections[1]?.commands.slice(1, 3)).toEqual([mail, rcpt])
  })

  it('is retried after 6, 30 and 75 minutes, and then no more', async () => {
    for (const [text, reason] of [
      ['451 4.7.1 Greylisted', 'greylisted'],
      ['451 4.3.0 Later', 'temporary'],
    ] as const) {
      const { verifier } = await serverFor({ rcpt: text })
      const waits = []
      for (const attempts of [0, 1, 2, 3]) {
        const result = await verifier.verify(ana, { attempts })
        expect(result).toMatchObject({ status: 'unconfirmed', reason, verification_attempts: attempts + 1 })
        waits.push(result.retry_after)
      }
      expect(waits).toEqual([360, 1800, 4500, null])
    }
  })

  it('is not final when the reply names a time at the last try', async () => {
    const { verifier } = await serverFor({ rcpt: '451 4.7.1 Greylisted for 60 seconds' })
    expect(await verifier.verify(ana, { attempts: 2 })).toMatchObject({ retry_after: 60 })
    expect(await verifier.verify(ana, { attempts: 3 })).toMatchObject({ retry_after: null })
  })
})

describe('the catch-all verdict', () => {
  const randomNames = (commands: readonly string[]): number =>
    commands.filter((command) => command.includes(`<${nobody}@`)).length

  it.each([
    ['550 5.1.1 No such user', 'mailbox_exists'],
    ['250 2.1.5 Ok', 'accepts_all'],
    ['550 5.7.1 Enough', 'catch_all_unknown'],
  ] as const)('of a domain is checked once in 24 hours: %s', async (text, reason) => {
    const clock = manualClock()
    const { verifier, server } = await serverFor({ rcpt: mailboxes({ ana: '250 Ok', ben: '250 Ok' }, text) }, { clock })
    const ask = async (email: string) => {
      expect(await verifier.verify(email)).toMatchObject({ reason })
      return randomNames(server.commands)
    }
    expect(await ask(ana)).toBe(1)
    clock.advance(24 * HOUR - 1)
    expect(await ask('ben@mail.test')).toBe(1)
    clock.advance(1)
    expect(await ask(ana)).toBe(2)
  })

  it('comes from a given cache, and is stored there', async () => {
    const catchAllCache = memoryCatchAllCache()
    await catchAllCache.set('mail.test', 'accepts_all')
    const { verifier, server } = await serverFor({ rcpt: mailboxes({ ana: '250 Ok' }) }, { catchAllCache })
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'accepts_all' })
    expect(randomNames(server.commands)).toBe(0)
    await catchAllCache.set('mail.test', 'refuses_unknown')
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists' })
  })

  it('is not checked when the address is refused', async () => {
    const { verifier, server } = await serverFor({ rcpt: '550 5.1.1 No such user' })
    await verifier.verify(ana)
    expect(randomNames(server.commands)).toBe(0)
  })

  it('waits for the rate limit, over its own connection', async () => {
    const clock = manualClock()
    const limits = memoryLimits({ clock, questions: 1 })
    const { verifier, server } = await serverFor({ rcpt: mailboxes({ ana: '250 Ok' }) }, { clock, limits })
    const result = verifier.verify(ana)
    await server.seen(/^QUIT/)
    await server.quiet()
    clock.advance(59_999)
    expect(server.connections).toHaveLength(1)
    clock.advance(1)
    expect(await result).toMatchObject({ reason: 'mailbox_exists' })
    expect(randomNames(server.connections[1]?.commands ?? [])).toBe(1)
  })
})
