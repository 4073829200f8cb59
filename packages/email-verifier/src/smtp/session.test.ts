import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closeAfterTest } from '../../test/support/close-after-test.ts'
import { startDns } from '../../test/support/loopback-dns.ts'
import { openTestSession } from '../../test/support/open-test-session.ts'
import {
  breakTls,
  reset,
  inChunksOf,
  reply,
  startSmtpServer,
  startTls,
} from '../../test/support/scripted-smtp-server.ts'
import type { SmtpScript } from '../../test/support/scripted-smtp-server.ts'
import { ForbiddenAddress } from '../network/network-errors.ts'
import { createResolver } from '../network/resolver.ts'

const serving = async (script: SmtpScript = {}) => closeAfterTest(await startSmtpServer(script))
const ehlo = 'EHLO verify.test'
const mail = 'MAIL FROM:<bounce@verify.test>'
const rcpt = 'RCPT TO:<a@b.test>'

describe('a session', () => {
  it('greets, checks each recipient in its own transaction, and sends QUIT', async () => {
    const server = await serving({
      rcpt: ({ path }) => (path === 'a@b.test' ? '250 2.1.5 Ok' : '550 5.1.1 No such user'),
    })
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toEqual({ code: 250, enhanced: '2.1.5', text: '2.1.5 Ok', stage: 'rcpt' })
    expect(await session.ask('no@b.test')).toEqual({
      code: 550,
      enhanced: '5.1.1',
      text: '5.1.1 No such user',
      stage: 'rcpt',
    })
    expect(session.usable).toBe(true)
    await session.quit()
    expect(server.commands).toEqual([ehlo, mail, rcpt, 'RSET', mail, 'RCPT TO:<no@b.test>', 'QUIT'])
    expect(session.usable).toBe(false)
    await server.quiet()
  })

  it('reads multi-line replies in packets of one byte', async () => {
    const server = await serving({
      greeting: inChunksOf(1, '220-mx.test\n220 ESMTP'),
      ehlo: inChunksOf(1, '250-mx.test\n250 SMTPUTF8'),
      rcpt: inChunksOf(1, '550-5.1.1 No\n550 5.1.1 such user'),
    })
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 550, enhanced: '5.1.1', text: '5.1.1 No such user' })
    await session.quit()
  })

  it.each([500, 502, 550])('says HELO to a server that answers EHLO with %i', async (code) => {
    const server = await serving({ ehlo: `${code} What` })
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.commands).toEqual([ehlo, 'HELO verify.test', mail, rcpt, 'QUIT'])
  })

  it('uses SMTPUTF8 if the server offers it, and only for recipients that need it', async () => {
    const server = await serving({ extensions: ['SMTPUTF8'] })
    const session = await openTestSession(server)
    await session.ask('jürgen@b.test')
    await session.ask('a@b.test')
    await session.quit()
    expect(server.commands).toEqual([ehlo, `${mail} SMTPUTF8`, 'RCPT TO:<jürgen@b.test>', 'RSET', mail, rcpt, 'QUIT'])
  })

  it('sends nothing for an unsendable recipient, and stays usable', async () => {
    const server = await serving({ extensions: [] })
    const session = await openTestSession(server)
    await expect(session.ask('jürgen@b.test')).rejects.toMatchObject({ name: 'UnsendableText', why: 'needs_smtputf8' })
    await expect(session.ask('a@b.test>\r\nDATA')).rejects.toMatchObject({ name: 'UnsendableText', why: 'characters' })
    expect(session.usable).toBe(true)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.commands).toEqual([ehlo, mail, rcpt, 'QUIT'])
  })

  it.each([
    { helo: 'verify.test\r\nDATA' },
    { helo: '' },
    { mailFrom: 'a>b@verify.test' },
    { mailFrom: 'jürgen@verify.test' },
  ])('contacts no server with an invalid own name or sender: %j', async (options) => {
    const server = await serving()
    await expect(openTestSession(server, options)).rejects.toMatchObject({ name: 'UnsendableText' })
    expect(server.connections).toHaveLength(0)
  })

  it('sends the empty sender if it is ours', async () => {
    const server = await serving()
    const session = await openTestSession(server, { mailFrom: '' })
    await session.ask('a@b.test')
    await session.quit()
    expect(server.commands).toContain('MAIL FROM:<>')
  })

  it('checks one recipient at a time', async () => {
    const session = await openTestSession(await serving())
    const first = session.ask('a@b.test')
    await expect(session.ask('b@b.test')).rejects.toThrow('A session checks one recipient at a time.')
    expect(await first).toMatchObject({ code: 250 })
    await session.quit()
  })

  it('sends QUIT once, however often it is called', async () => {
    const server = await serving()
    const session = await openTestSession(server)
    await Promise.all([session.quit(), session.quit()])
    await session.quit()
    expect(server.commands).toEqual([ehlo, 'QUIT'])
    await expect(session.ask('a@b.test')).rejects.toMatchObject({ name: 'SmtpError', kind: 'protocol_error' })
  })

  it('reports a server without a listener, and an address that is never contacted', async () => {
    const gone = await startSmtpServer()
    await gone.close()
    await expect(openTestSession(gone)).rejects.toMatchObject({ name: 'SmtpError', kind: 'no_connect', spoke: false })
    await expect(openTestSession({ address: '10.0.0.1', port: 25 })).rejects.toBeInstanceOf(ForbiddenAddress)
  })

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    const session = await openTestSession(await serving({ extensions: ['STARTTLS'] }), { signal })
    await session.ask('a@b.test')
    await session.quit()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

describe('a refusal on the way to the recipient', () => {
  it.each([
    ['greeting', { greeting: '554 5.7.1 You are on a list' }, [/QUIT/]],
    ['ehlo', { ehlo: '521 5.7.1 Go away' }, [/EHLO/, /QUIT/]],
    ['ehlo', { ehlo: '550 No', helo: '550 5.7.1 Bad HELO' }, [/EHLO/, /HELO/, /QUIT/]],
  ] as const)('of %s is the answer to every check', async (stage, script, commands) => {
    const server = await serving(script)
    const session = await openTestSession(server)
    expect(session.usable).toBe(false)
    const answer = await session.ask('a@b.test')
    expect(answer).toMatchObject({ stage, enhanced: '5.7.1' })
    expect(await session.ask('b@b.test')).toEqual(answer)
    await session.quit()
    expect(server.commands).toHaveLength(commands.length)
    for (const [index, pattern] of commands.entries()) expect(server.commands[index]).toMatch(pattern)
    await server.quiet()
  })

  it('of the sender is reported as such, and the next recipient is checked as usual', async () => {
    const server = await serving({
      mail: ({ count }) => (count === 1 ? '530 5.7.0 Must issue a STARTTLS command first' : '250 Ok'),
    })
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 530, enhanced: '5.7.0', stage: 'mail' })
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250, stage: 'rcpt' })
    await session.quit()
    expect(server.commands).toEqual([ehlo, mail, 'RSET', mail, rcpt, 'QUIT'])
  })

  it('of the second recipient, by RSET or by RCPT, is distinguished', async () => {
    const byReset = await openTestSession(await serving({ rset: '451 4.7.1 One only' }))
    await byReset.ask('a@b.test')
    expect(await byReset.ask('b@b.test')).toMatchObject({ code: 451, stage: 'rset' })
    await byReset.quit()
    const byRcpt = await openTestSession(
      await serving({ rcpt: ({ count }) => (count === 1 ? '250 Ok' : '450 4.7.1 One only') }),
    )
    await byRcpt.ask('a@b.test')
    expect(await byRcpt.ask('b@b.test')).toMatchObject({ code: 450, stage: 'rcpt' })
    await byRcpt.quit()
  })

  const bye = '421 4.3.2 Closing'
  it.each([
    ['greeting', { greeting: bye }],
    ['ehlo', { ehlo: bye }],
    ['starttls', { extensions: ['STARTTLS'], starttls: bye }],
    ['mail', { mail: bye }],
    ['rcpt', { rcpt: bye }],
  ] as const)('by 421 at %s ends the session', async (stage, script) => {
    const server = await serving(script)
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 421, enhanced: '4.3.2', stage })
    expect(session.usable).toBe(false)
    await session.quit()
    await server.quiet()
    expect(server.connections).toHaveLength(1)
  })

  it('by an unsolicited 421 is read before the next check', async () => {
    const server = await serving({ rcpt: [reply(`250 Ok\n${bye}`)] })
    const session = await openTestSession(server)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    expect(await session.ask('b@b.test')).toMatchObject({ code: 421, stage: 'rset' })
    expect(session.usable).toBe(false)
    await session.quit()
    expect(server.commands).toEqual([ehlo, mail, rcpt, 'QUIT'])
  })
})

describe('STARTTLS', () => {
  it('encrypts if it is offered, and discards the earlier extensions', async () => {
    const server = await serving({
      ehlo: ({ count }) => (count === 1 ? '250-mx.test\n250-STARTTLS\n250 SMTPUTF8' : '250 mx.test'),
    })
    const session = await openTestSession(server)
    expect(session.encrypted).toBe(true)
    await expect(session.ask('jürgen@b.test')).rejects.toMatchObject({ why: 'needs_smtputf8' })
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.commands).toEqual([ehlo, 'STARTTLS', ehlo, mail, rcpt, 'QUIT'])
    expect(server.connections).toMatchObject([{ tls: true, serverName: 'mx.b.test' }])
    await server.quiet()
  })

  it.each(['', 'a'.repeat(1000), 'mx\0.b.test', 'mx_.b.test.', 'm\\032x.b.test', 'mü.b.test', '127.0.0.1', '::1'])(
    'accepts any name that a stranger may have put into an MX record: %j',
    async (serverName) => {
      const server = await serving({ extensions: ['STARTTLS'] })
      const session = await openTestSession(server, { serverName })
      expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
      await session.quit()
      await server.quiet()
    },
  )

  it('is not used if it is not offered', async () => {
    const server = await serving({ extensions: ['SIZE'] })
    const session = await openTestSession(server)
    expect(session.encrypted).toBe(false)
    await session.quit()
    expect(server.commands).toEqual([ehlo, 'QUIT'])
  })

  it.each(['454 4.7.0 TLS not available', '502 5.5.1 No'])('that is refused by %j is skipped', async (starttls) => {
    const server = await serving({ extensions: ['STARTTLS'], starttls })
    const session = await openTestSession(server)
    expect(session.encrypted).toBe(false)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.commands).toEqual([ehlo, 'STARTTLS', mail, rcpt, 'QUIT'])
  })

  it('that fails is skipped, over one new connection', async () => {
    const server = await serving({ extensions: ['STARTTLS'], starttls: [reply('220 Go'), breakTls] })
    const session = await openTestSession(server)
    expect(session.encrypted).toBe(false)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    await server.quiet()
    expect(server.connections.map(({ commands }) => commands)).toEqual([
      [ehlo, 'STARTTLS'],
      [ehlo, mail, rcpt, 'QUIT'],
    ])
  })

  it('that the server ends before its first reply is skipped, over one new connection', async () => {
    const server = await serving({
      extensions: ['STARTTLS'],
      ehlo: ({ count }) => (count === 2 ? [reset] : '250-mx.test\n250 STARTTLS'),
    })
    const session = await openTestSession(server)
    expect(session.encrypted).toBe(false)
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.connections).toHaveLength(2)
  })

  it('with plain text after its 220 is refused, and nothing more is checked', async () => {
    const server = await serving({ extensions: ['STARTTLS'], starttls: [reply('220 Go\n250 Injected'), startTls] })
    const opening = openTestSession(server)
    await expect(opening).rejects.toMatchObject({ name: 'SmtpError', kind: 'protocol_error', spoke: true })
    await expect(opening).rejects.toThrow('The server sent plain text after it agreed to STARTTLS.')
    await server.quiet()
    expect(server.connections).toHaveLength(1)
    expect(server.commands).toEqual([ehlo, 'STARTTLS'])
  })
})

describe('a name that leads elsewhere the second time', () => {
  it('is not looked up again, not even for a second connection', async () => {
    const script: SmtpScript = { extensions: ['STARTTLS'], starttls: [reply('220 Go'), breakTls] }
    const server = closeAfterTest(await startSmtpServer(script, { host: '127.0.0.2' }))
    const inside = closeAfterTest(await startSmtpServer({}, { host: '127.0.0.1', port: server.port }))
    const dns = closeAfterTest(await startDns({ 'mx.b.test': [{ a: ['127.0.0.2'] }, { a: ['127.0.0.1'] }] }))
    const resolver = createResolver({ servers: [dns.server] })
    const [address = ''] = (await resolver.addresses('mx.b.test')).records
    const session = await openTestSession({ address, port: server.port }, { serverName: 'mx.b.test' })
    expect(await session.ask('a@b.test')).toMatchObject({ code: 250 })
    await session.quit()
    expect(server.connections).toHaveLength(2)
    expect(dns.asked('mx.b.test', 'A')).toBe(1)
    expect(inside.connections).toHaveLength(0)
    expect((await resolver.addresses('mx.b.test')).records).toEqual(['127.0.0.1'])
  })
})
