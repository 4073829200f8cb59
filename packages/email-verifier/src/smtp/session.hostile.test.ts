import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { closeAfterTest } from '../../test/support/close-after-test.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import type { ManualClock } from '../../test/support/manual-clock.ts'
import { openTestSession } from '../../test/support/open-test-session.ts'
import {
  close,
  fallSilent,
  flood,
  inChunksOf,
  reply,
  reset,
  send,
  startSmtpServer,
} from '../../test/support/scripted-smtp-server.ts'
import type { ScriptedSmtpServer, SmtpScript, Step } from '../../test/support/scripted-smtp-server.ts'
import type { SessionOptions } from './session.ts'

const serving = async (script: SmtpScript) => closeAfterTest(await startSmtpServer(script))

/** Opens a session, checks one recipient, and quits. */
const askOnce = async (server: ScriptedSmtpServer, options: Partial<SessionOptions> = {}): Promise<unknown> => {
  const session = await openTestSession(server, options)
  const answer = await session.ask('a@b.test')
  await session.quit()
  return answer
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

// At each of these stages the server sends a reply, and may misbehave instead.
const stages = ['greeting', 'ehlo', 'starttls', 'mail', 'rcpt'] as const
const at = (stage: (typeof stages)[number], steps: readonly Step[]): SmtpScript => ({
  extensions: stage === 'starttls' ? ['STARTTLS'] : [],
  [stage]: steps,
})
const everyStage = stages.map((stage) => [stage, { spoke: stage !== 'greeting' }] as const)

describe('a server that misbehaves', () => {
  it.each(everyStage)('by closing at %s has given no answer', async (stage, { spoke }) => {
    const server = await serving(at(stage, [close]))
    await expect(askOnce(server)).rejects.toMatchObject({ name: 'SmtpError', kind: 'protocol_error', spoke })
    await server.quiet()
    expect(server.connections).toHaveLength(1)
  })

  it.each(everyStage)('by breaking off at %s has given no answer', async (stage, { spoke }) => {
    const server = await serving(at(stage, [reset]))
    // A reset before the greeting may look as if no server had answered.
    const kind: unknown =
      stage === 'greeting' ? expect.stringMatching(/^(?:no_connect|protocol_error)$/) : 'protocol_error'
    await expect(askOnce(server)).rejects.toMatchObject({ name: 'SmtpError', kind, spoke })
    await server.quiet()
  })

  it.each(everyStage)('by closing in the middle of a reply at %s has given none', async (stage, { spoke }) => {
    const server = await serving(at(stage, [send('250-Half\r\n25'), close]))
    await expect(askOnce(server)).rejects.toMatchObject({ kind: 'protocol_error', spoke })
    await server.quiet()
  })

  it.each(everyStage)('by an endless reply at %s is disconnected after 64 KiB', async (stage, { spoke }) => {
    const server = await serving(at(stage, [flood('220-Welcome, and welcome again\r\n')]))
    const asking = askOnce(server)
    await expect(asking).rejects.toMatchObject({ kind: 'protocol_error', spoke })
    await expect(asking).rejects.toThrow('The server sent more than 65536 bytes.')
    await server.quiet()
  })

  it.each(everyStage)('by an endless line at %s is disconnected after 2 KiB', async (stage, { spoke }) => {
    const server = await serving(at(stage, [flood('Welcome, and welcome again ')]))
    const asking = askOnce(server)
    await expect(asking).rejects.toMatchObject({ kind: 'protocol_error', spoke })
    await expect(asking).rejects.toThrow('The server sent a line of more than 2048 bytes.')
    await server.quiet()
  })

  it.each(everyStage)('by sending no SMTP at %s is disconnected, with a QUIT', async (stage, { spoke }) => {
    const server = await serving(at(stage, [reply('HTTP/1.1 400 Bad Request')]))
    await expect(askOnce(server)).rejects.toMatchObject({ kind: 'protocol_error', spoke })
    await server.seen(/^QUIT$/)
    await server.quiet()
  })

  it('behind TLS is disconnected with a QUIT too', async () => {
    const server = await serving({ extensions: ['STARTTLS'], rcpt: 'HTTP/1.1 400 Bad Request' })
    await expect(askOnce(server)).rejects.toMatchObject({ kind: 'protocol_error' })
    await server.seen(/^QUIT$/)
    await server.quiet()
    expect(server.connections[0]).toMatchObject({ tls: true })
  })

  it('by an invalid greeting is disconnected', async () => {
    const server = await serving({ greeting: '250 Ok' })
    await expect(askOnce(server)).rejects.toThrow('The server greets with 250, which is not a greeting.')
    await server.quiet()
  })

  it('by answering twice is not used again', async () => {
    const server = await serving({ extensions: [], rcpt: '250 Ok\n250 Ok' })
    const session = await openTestSession(server)
    await session.ask('a@b.test')
    await expect(session.ask('no@b.test')).rejects.toThrow('The server sent a reply before it got a command.')
    expect(session.usable).toBe(false)
    await server.quiet()
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
  })

  it('by sending 64 KiB for every recipient is read each time', async () => {
    const line = `550-${'a'.repeat(500)}`
    const server = await serving({ extensions: [], rcpt: `${`${line}\n`.repeat(120)}550 5.1.1 No` })
    const session = await openTestSession(server)
    for (let asked = 0; asked < 3; asked += 1) expect(await session.ask('a@b.test')).toMatchObject({ code: 550 })
    await session.quit()
  })

  it('by ending the dialogue itself, in another script and in pieces, is understood', async () => {
    const server = await serving({
      extensions: [],
      mail: [send(Buffer.from('421 Zur\xfcck sp\xe4ter\n', 'latin1')), close],
    })
    expect(await askOnce(server)).toMatchObject({ code: 421, text: 'Zurück später', stage: 'mail' })
  })
})

describe('a slow server', () => {
  /** Waits until the client is connected and waiting for the server. */
  const reached = async (server: ScriptedSmtpServer, clock: ManualClock, pattern?: RegExp): Promise<void> => {
    await (pattern ? server.seen(pattern) : server.connected())
    await clock.awaited()
  }
  const patterns = { greeting: undefined, ehlo: /^EHLO/, starttls: /^STARTTLS/, mail: /^MAIL/, rcpt: /^RCPT/ }

  it.each(everyStage)('at %s is disconnected after 15 seconds, with a QUIT', async (stage, { spoke }) => {
    const clock = manualClock()
    const server = await serving(at(stage, [fallSilent]))
    const asking = askOnce(server, { clock })
    const failure = failureOf(asking)
    await reached(server, clock, patterns[stage])
    clock.advance(14_999)
    expect(clock.waiting()).toBe(1)
    clock.advance(1)
    expect(await failure).toMatchObject({ name: 'SmtpError', kind: 'timeout', spoke })
    await server.seen(/^QUIT$/)
    await server.quiet()
    expect(clock.waiting()).toBe(0)
  })

  it('has 15 seconds for the whole dialogue, not for each answer', async () => {
    const clock = manualClock()
    const slowly = (text: string) => () => {
      clock.advance(6000)
      return text
    }
    const server = await serving({ ehlo: slowly('250 mx.test'), mail: slowly('250 Ok'), rcpt: slowly('250 Ok') })
    await expect(askOnce(server, { clock })).rejects.toMatchObject({ kind: 'timeout' })
    await server.seen(/^RCPT/)
    await server.quiet()
  })

  it('has as long again for the next recipient, and idle time does not count', async () => {
    const clock = manualClock()
    const slowly = () => {
      clock.advance(7000)
      return '250 Ok'
    }
    const server = await serving({ mail: slowly, rcpt: slowly })
    const session = await openTestSession(server, { clock })
    for (let asked = 0; asked < 3; asked += 1) {
      clock.advance(60_000)
      expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    }
    await session.quit()
    expect(clock.waiting()).toBe(0)
  })

  it('letter by letter is disconnected too', async () => {
    const clock = manualClock()
    const server = await serving({
      greeting: inChunksOf(1, `220-${'a'.repeat(5)}\n220 mx.test`),
      ehlo: [send('250'), fallSilent],
    })
    const failure = failureOf(askOnce(server, { clock }))
    await reached(server, clock, /^EHLO/)
    clock.advance(15_000)
    expect(await failure).toMatchObject({ kind: 'timeout', spoke: true })
    await server.quiet()
  })

  it('during TLS is contacted again without it', async () => {
    const clock = manualClock()
    const server = await serving({ extensions: ['STARTTLS'], starttls: [reply('220 Go'), fallSilent] })
    const opening = openTestSession(server, { clock })
    await reached(server, clock, /^STARTTLS/)
    // The answer to STARTTLS has already been sent, so only the handshake is waiting, and advancing the clock ends it.
    for (let tries = 0; server.connections.length < 2; tries += 1) {
      expect(tries).toBeLessThan(10_000)
      if (server.connections[0]?.received.includes('\x16')) clock.advance(15_000)
      await nextTurn()
    }
    const session = await opening
    expect(session.encrypted).toBe(false)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    await server.quiet()
    expect(clock.waiting()).toBe(0)
  })

  it('with QUIT has no more than two seconds', async () => {
    const clock = manualClock()
    const server = await serving({ quit: [fallSilent] })
    const session = await openTestSession(server, { clock })
    const leaving = session.quit()
    await reached(server, clock, /^QUIT/)
    clock.advance(2000)
    await leaving
    await server.quiet()
    expect(clock.waiting()).toBe(0)
  })
})

describe('cancelling', () => {
  const patterns = { greeting: undefined, ehlo: /^EHLO/, starttls: /^STARTTLS/, mail: /^MAIL/, rcpt: /^RCPT/ }

  it.each(stages)('at %s ends at once with the reason, and leaves no socket, timer or listener', async (stage) => {
    const clock = manualClock()
    const stop = new AbortController()
    const server = await serving(at(stage, [fallSilent]))
    const asking = askOnce(server, { clock, signal: stop.signal })
    const reason = new Error('The user went away.')
    const failure = failureOf(asking)
    const pattern = patterns[stage]
    await (pattern ? server.seen(pattern) : server.connected())
    stop.abort(reason)
    expect(await failure).toBe(reason)
    await server.quiet()
    expect(clock.waiting()).toBe(0)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
    expect(server.connections).toHaveLength(1)
  })

  it('closes an idle session', async () => {
    const stop = new AbortController()
    const server = await serving({ extensions: ['STARTTLS'] })
    const session = await openTestSession(server, { signal: stop.signal })
    await session.ask('a@b.test')
    const reason = new Error('The user went away.')
    stop.abort(reason)
    await server.quiet()
    expect(session.usable).toBe(false)
    await expect(session.ask('a@b.test')).rejects.toBe(reason)
    await session.quit()
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })

  it('during TLS starts no second connection', async () => {
    const stop = new AbortController()
    const server = await serving({ extensions: ['STARTTLS'], starttls: [reply('220 Go'), fallSilent] })
    const reason = new Error('The user went away.')
    const failure = failureOf(openTestSession(server, { signal: stop.signal }))
    await server.seen(/\x16/)
    stop.abort(reason)
    expect(await failure).toBe(reason)
    await server.quiet()
    expect(server.connections).toHaveLength(1)
  })

  it('at any moment leaves nothing behind', async () => {
    const server = await serving({ extensions: ['STARTTLS'] })
    const ends = new Set<string>()
    for (let turns = 0; turns < 60; turns += 1) {
      const clock = manualClock()
      const stop = new AbortController()
      const asked = askOnce(server, { clock, signal: stop.signal }).then(
        () => 'answered',
        (error: unknown) => String(error),
      )
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      stop.abort('cancelled')
      ends.add(await asked)
      expect(clock.waiting()).toBe(0)
      expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
    }
    await server.quiet()
    expect([...ends]).toEqual(expect.arrayContaining(['cancelled']))
    expect(ends.size).toBeLessThanOrEqual(2)
  })
})
