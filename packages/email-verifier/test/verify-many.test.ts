import { describe, expect, it } from 'vitest'
import { portLooksBlocked } from '@netbox/product'
import { memoryLimits, type VerificationResult } from '../src/index.ts'
import { closeAfterTest } from './support/close-after-test.ts'
import type { Zones } from './support/loopback-dns.ts'
import { close, fallSilent, reply, startSmtpServer } from './support/scripted-smtp-server.ts'
import { all, mailboxes, nobody, serverFor, verifierFor } from './verify-against-servers.ts'

const ok = '250 2.1.5 Ok'
const at = (domain: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person${index}@${domain}`)
const reasonsOf = (results: readonly VerificationResult[]) =>
  results.map(({ email, reason }) => `${email} ${reason}`).toSorted()
const people = ({ path }: { readonly path: string }): string =>
  path.startsWith('person') ? ok : '550 5.1.1 No such user'

describe('a list', () => {
  it('has a result for each address, for any text', async () => {
    const { verifier, server } = await serverFor(
      { rcpt: mailboxes({ ana: ok, ben: '552 5.2.2 Full' }) },
      {},
      { 'null.test': { mx: [[0, '']] } },
    )
    const list = ['ana@mail.test', 'ben@mail.test', 'no address', 'eva@null.test', 'eva@gone.test', 'eva@mail.test']
    expect(reasonsOf(await all(verifier.verifyMany(list)))).toEqual(
      [
        'ana@mail.test mailbox_exists',
        'ben@mail.test full',
        'no address bad_syntax',
        'eva@null.test null_mx',
        'eva@gone.test no_such_domain',
        'eva@mail.test no_mailbox',
      ].toSorted(),
    )
    await server.quiet()
  })

  it('may be empty, and may be asynchronous', async () => {
    const { verifier } = await serverFor({ rcpt: people })
    expect(await all(verifier.verifyMany([]))).toEqual([])
    const slowly = async function* () {
      for (const email of at('mail.test', 3)) yield await Promise.resolve(email)
    }
    expect(await all(verifier.verifyMany(slowly()))).toHaveLength(3)
  })

  it('checks a repeated address once, and answers it once', async () => {
    const { verifier, server } = await serverFor({ rcpt: people })
    const list = ['person1@mail.test', 'Person1@mail.test', 'person1@MAIL.test', ' person1@mail.test', 'x', 'x']
    const results = await all(verifier.verifyMany(list))
    expect(results.map(({ email }) => email).toSorted()).toEqual(['Person1@mail.test', 'person1@mail.test', 'x'])
    expect(server.commands.filter((command) => command === 'RCPT TO:<person1@mail.test>')).toHaveLength(1)
  })

  it('of one domain is checked over few connections, with one random name', async () => {
    const { verifier, server, dns } = await serverFor({ rcpt: people })
    const results = await all(verifier.verifyMany(at('mail.test', 40)))
    expect([dns.asked('mail.test', 'MX'), dns.asked('mx.mail.test', 'A')]).toEqual([1, 1])
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['mailbox_exists']))
    expect(results).toHaveLength(40)
    expect(server.connections.length).toBeLessThanOrEqual(2)
    expect(server.commands.filter((command) => command.includes(nobody))).toHaveLength(1)
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(41)
    await server.quiet()
  })

  it('gets each result as soon as it is known', async () => {
    const { verifier } = await serverFor({
      rcpt: ({ path }) => (path.startsWith('slow') ? [fallSilent] : '550 5.1.1 No'),
    })
    const results = verifier.verifyMany(['ben@mail.test', 'slow@mail.test'])
    expect((await results.next()).value).toMatchObject({ email: 'ben@mail.test', reason: 'no_mailbox' })
    await results.return?.()
  })

  it('counts the earlier attempts', async () => {
    const { verifier } = await serverFor({ rcpt: '451 4.7.1 Greylisted' })
    const [result] = await all(verifier.verifyMany(['ana@mail.test'], { attempts: 1 }))
    expect(result).toMatchObject({ verification_attempts: 2, retry_after: 1800 })
  })

  it('refuses invalid limits', async () => {
    const { verifier } = await serverFor({})
    expect(() => verifier.verifyMany([], { concurrency: 0 })).toThrow(
      'concurrency must be a whole number of at least 1, not 0.',
    )
    expect(() => verifier.verifyMany([], { lookahead: 1.5 })).toThrow(
      'lookahead must be a whole number of at least 1, not 1.5.',
    )
    await expect(verifier.verify('a@b.test', { attempts: -1 })).rejects.toThrow(
      'attempts must be a whole number of at least 0, not -1.',
    )
  })
})

describe('a server that tires', () => {
  it('of a connection is contacted again over a new one: its refusal is about us', async () => {
    const { verifier, server } = await serverFor({
      rcpt: ({ count, path }) => (count > 5 ? [reply('421 4.7.0 Too many'), close] : people({ path })),
    })
    const results = await all(verifier.verifyMany(at('mail.test', 30), { concurrency: 1 }))
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['mailbox_exists']))
    expect(server.connections.length).toBeGreaterThan(4)
    await server.quiet()
  })

  it('after the first recipient of a connection gets one each', async () => {
    const { verifier, server } = await serverFor({
      rcpt: ({ count, path }) => (count > 1 ? '550 5.7.1 One recipient of a connection' : people({ path })),
    })
    const results = await all(verifier.verifyMany(at('mail.test', 20)))
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['catch_all_unknown']))
    // Each address once, the random name once, and once more for each connection that got this far.
    expect(server.commands.filter((command) => command.startsWith('RCPT')).length).toBeLessThanOrEqual(20 + 1 + 2)
  })

  it('of us altogether is not contacted twice for each', async () => {
    const { verifier, server } = await serverFor({ rcpt: '550 5.7.1 Listed' })
    const results = await all(verifier.verifyMany(at('mail.test', 20)))
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['refused_us']))
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(20)
  })

  it('and breaks off once still answers the others of its domain', async () => {
    const { verifier } = await serverFor({
      rcpt: ({ path }) => (path.startsWith('person3@') ? [close] : people({ path })),
    })
    const results = await all(verifier.verifyMany(at('mail.test', 20)))
    const others = results.filter(({ email }) => email !== 'person3@mail.test')
    expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(['mailbox_exists']))
    expect(results.find(({ email }) => email === 'person3@mail.test')).toMatchObject({ reason: 'protocol_error' })
  })
})

describe('cancelling', () => {
  const endless = function* () {
    for (let index = 0; ; index++) yield `person${index}@${index % 2 === 0 ? 'mail' : 'other'}.test`
  }
  const other: Zones = { 'other.test': { mx: [[1, 'mx.mail.test']] } }

  it('by the signal throws its reason and leaves no connection', async () => {
    const { verifier, server } = await serverFor(
      { rcpt: people },
      { limits: memoryLimits({ questions: 1e6, connections: 9 }) },
      other,
    )
    const cancel = new AbortController()
    const read = async () => {
      let count = 0
      for await (const result of verifier.verifyMany(endless(), { signal: cancel.signal })) {
        expect(result.reason).toBe('mailbox_exists')
        if (++count === 30) cancel.abort(new Error('Enough.'))
      }
    }
    await expect(read()).rejects.toThrow('Enough.')
    await server.quiet()
  })

  it('at any moment of a dialogue leaves no connection', async () => {
    for (const stage of ['greeting', 'ehlo', 'mail', 'rcpt', 'rset', 'quit'] as const) {
      const { verifier, server } = await serverFor({ rcpt: people, [stage]: [fallSilent] })
      const cancel = new AbortController()
      const result = verifier.verify('person1@mail.test', { signal: cancel.signal })
      await (stage === 'greeting' ? server.connected() : server.seen(new RegExp(`^${stage}`, 'i')))
      cancel.abort(new Error(stage))
      // Servers that only need to answer QUIT have sent all results.
      const end = await result.then(({ reason }) => reason, String)
      expect(end).toBe(stage === 'quit' ? 'mailbox_exists' : `Error: ${stage}`)
      await server.quiet()
    }
  })

  it('releases the slot at the server', async () => {
    const limits = memoryLimits({ connections: 1 })
    const { verifier, server } = await serverFor(
      { rcpt: ({ path, connection }) => (connection === 0 ? [fallSilent] : people({ path })) },
      { limits },
    )
    const cancel = new AbortController()
    const cancelled = verifier.verify('person1@mail.test', { signal: cancel.signal })
    await server.seen(/^RCPT/)
    cancel.abort(new Error('Enough.'))
    await expect(cancelled).rejects.toThrow('Enough.')
    // This would wait forever if the slot were still occupied.
    expect(await verifier.verify('person1@mail.test')).toMatchObject({ reason: 'mailbox_exists' })
  })

  it('before the start contacts no server', async () => {
    const { verifier, server, dns } = await serverFor({})
    const signal = AbortSignal.abort(new Error('Never mind.'))
    await expect(verifier.verify('ana@mail.test', { signal })).rejects.toThrow('Never mind.')
    await expect(all(verifier.verifyMany(['ana@mail.test'], { signal }))).rejects.toThrow('Never mind.')
    expect(dns.questions).toEqual([])
    expect(server.connections).toEqual([])
  })

  it('by leaving the loop leaves no connection, and closes the source', async () => {
    const { verifier, server } = await serverFor({ rcpt: people }, {}, other)
    let isClosed = false
    const source = function* () {
      try {
        yield* endless()
      } finally {
        isClosed = true
      }
    }
    for await (const result of verifier.verifyMany(source(), { lookahead: 50 })) {
      expect(result.reason).toBe('mailbox_exists')
      break
    }
    expect(isClosed).toBe(true)
    await server.quiet()
  })

  it('while a result or the source is pending ends at once', async () => {
    const { verifier, server } = await serverFor({ rcpt: [fallSilent] })
    const hangs = async function* () {
      yield 'ana@mail.test'
      await new Promise(() => {})
    }
    const results = verifier.verifyMany(hangs())
    const next = results.next()
    await server.seen(/^RCPT/)
    expect(await results.return?.()).toEqual({ done: true, value: undefined })
    expect(await next).toEqual({ done: true, value: undefined })
    expect(await results.next()).toEqual({ done: true, value: undefined })
    await server.quiet()
  })

  it('happens automatically when the source fails; earlier results are returned', async () => {
    const { verifier, server } = await serverFor({ rcpt: people })
    const fails = async function* () {
      yield 'no address'
      await Promise.resolve()
      throw new Error('The disk is gone.')
    }
    const results = verifier.verifyMany(fails())
    expect((await results.next()).value).toMatchObject({ reason: 'bad_syntax' })
    await expect(results.next()).rejects.toThrow('The disk is gone.')
    await server.quiet()
  })

  it('happens automatically when the catch-all cache fails', async () => {
    const catchAllCache = {
      get: () => Promise.reject(new Error('The database is gone.')),
      set: () => Promise.resolve(),
    }
    const { verifier, server } = await serverFor({ rcpt: people }, { catchAllCache })
    await expect(all(verifier.verifyMany(at('mail.test', 5)))).rejects.toThrow('The database is gone.')
    await expect(verifier.verify('person1@mail.test')).rejects.toThrow('The database is gone.')
    await server.quiet()
  })
})

describe('a port that is blocked', () => {
  it('appears in the results, and does not delay the others', async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `mail${index}.test`)
    const zones = Object.fromEntries(domains.map((domain, index) => [domain, { a: [`127.0.1.${index + 1}`] }]))
    const gone = await startSmtpServer()
    await gone.close()
    const { verifier } = await verifierFor(zones, gone.port)
    const results = await all(verifier.verifyMany(domains.map((domain) => `ana@${domain}`)))
    expect(results).toHaveLength(12)
    expect(portLooksBlocked(results)).toBe(true)
  })

  it('is not suspected when one server answers', async () => {
    const server = closeAfterTest(await startSmtpServer({ rcpt: people }))
    const zones = {
      'a.test': { a: ['127.0.1.1'] },
      'b.test': { a: ['127.0.1.2'] },
      'c.test': { a: ['127.0.1.3'] },
      'd.test': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    const results = await all(
      verifier.verifyMany(['x@a.test', 'x@b.test', 'x@c.test', 'person@d.test'], { concurrency: 1 }),
    )
    expect(portLooksBlocked(results)).toBe(false)
    expect(results.find(({ email }) => email === 'person@d.test')).toMatchObject({ reason: 'mailbox_exists' })
  })
})
