import { describe, expect, it } from 'vitest'
import type { Reason } from '../src/index.ts'
import { verdicts } from '../src/index.ts'
import { mailboxes, nobody, serverFor, us, verifierFor } from './verify-against-servers.ts'
import { closeAfterTest } from './support/close-after-test.ts'
import { manualClock } from './support/manual-clock.ts'
import { close, fallSilent, flood, inChunksOf, pause, reply, startSmtpServer } from './support/scripted-smtp-server.ts'
import type { SmtpScript, Step } from './support/scripted-smtp-server.ts'

const ok = '250 2.1.5 Ok'
const ana = 'ana@mail.test'

/** Verifies an address against a server and checks the verdict against the table. */
const verified = async (script: SmtpScript, reason: Reason, address = ana) => {
  const { verifier, server } = await serverFor(script)
  const result = await verifier.verify(address)
  const { status, confidence } = verdicts[reason]
  expect(result).toMatchObject({ email: address, reason, status, confidence, simulated: false })
  await server.quiet()
  return { result, server }
}

const toAna = (text: string | readonly Step[]): SmtpScript => ({
  rcpt: ({ path }) => (path === ana ? text : '550 5.1.1 No such user'),
})

describe('an accepted address', () => {
  it('is valid when a random name is refused, checked after it and in its own transaction', async () => {
    const { result, server } = await verified({ rcpt: mailboxes({ ana: ok }) }, 'mailbox_exists')
    expect(result).toEqual({
      email: ana,
      status: 'valid',
      confidence: 95,
      provider: null,
      smtp_server: 'mx.mail.test',
      smtp_response_code: 250,
      smtp_response_message: '2.1.5 Ok',
      verification_attempts: 1,
      reason: 'mailbox_exists',
      retry_after: null,
      role: false,
      simulated: false,
    })
    expect(server.commands).toEqual([
      `EHLO ${us.helo}`,
      `MAIL FROM:<${us.mailFrom}>`,
      `RCPT TO:<${ana}>`,
      'RSET',
      `MAIL FROM:<${us.mailFrom}>`,
      `RCPT TO:<${nobody}@mail.test>`,
      'QUIT',
    ])
  })

  it('is a catch-all when the random name is accepted too, by 251 as well', async () => {
    await verified({}, 'accepts_all')
    await verified({ rcpt: mailboxes({ ana: '251 2.1.5 Will forward' }, ok) }, 'accepts_all')
  })

  it.each([
    ['is greylisted', '451 4.7.1 Greylisted'],
    ['is refused by policy', '550 5.7.1 One recipient of a connection'],
    ['ends the connection', '421 4.7.0 Too many'],
    ['is full', '452 4.2.2 Over quota'],
    ['is 252', '252 2.5.2 Cannot verify'],
    ['says nothing that is known', '554 Hm'],
  ])('is unconfirmed when the random name %s', async (_, text) => {
    const { server } = await verified({ rcpt: mailboxes({ ana: ok }, text) }, 'catch_all_unknown')
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(2)
  })

  it('is unconfirmed when the server breaks off at the random name', async () => {
    await verified({ rcpt: ({ path }) => (path === ana ? ok : [close]) }, 'catch_all_unknown')
  })

  it('is unconfirmed at a provider that accepts all, and no random name is checked', async () => {
    const server = closeAfterTest(await startSmtpServer())
    const zones = {
      'mail.test': { mx: [[1, 'mta5.am0.yahoodns.net']] as const },
      'mta5.am0.yahoodns.net': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(ana)).toMatchObject({
      status: 'unconfirmed',
      confidence: 55,
      provider: 'Yahoo',
      reason: 'provider_accepts_all',
    })
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toEqual([`RCPT TO:<${ana}>`])
  })
})

describe('a reply', () => {
  it.each([
    ['no_mailbox', '550 5.1.1 Blocked: spam policy'],
    ['no_mailbox', '550 5.1.0 Address rejected'],
    ['no_mailbox', '550 5.1.6 Moved'],
    ['no_mailbox', '550 No such user here'],
    ['no_mailbox', '550 5.4.1 Recipient address rejected: Access denied. [AM0.protection.outlook.com]'],
    ['disabled', '550 5.2.1 The account is disabled'],
    ['full', '452 4.2.2 Over quota'],
    ['full', '552 5.2.2 Over quota'],
    ['full', '552 Message storage exceeded'],
    ['greylisted', '450 4.7.1 Come back later'],
    ['greylisted', '451 Greylisting in action, please come back later'],
    ['temporary', '451 4.3.0 Try again later'],
    ['temporary', '450 4.2.1 The user is receiving mail at a rate that prevents more'],
    ['refused_us', '550 5.7.1 No such user'],
    ['refused_us', '554 5.7.606 Access denied, banned sending IP'],
    ['refused_us', '421 4.7.0 Unusual rate of mail from your address'],
    ['refused_us', '450 4.7.1 Client host rejected: cannot find your reverse hostname'],
    ['refused_us', '550 Listed at zen.spamhaus.org, no such user'],
    ['refused_us', '530 Must issue a STARTTLS command first'],
    ['refused_us', '530 5.7.0 Authentication required'],
    ['cannot_tell', '252 2.5.2 Cannot verify, but will try'],
    ['cannot_tell', '554 Something or other'],
    ['cannot_tell', '550 5.3.0 Hm'],
  ] as const)('leads to %s: %s', async (reason, text) => {
    const { result, server } = await verified(toAna(text), reason)
    expect(result).toMatchObject({ smtp_response_code: Number(text.slice(0, 3)), smtp_response_message: text.slice(4) })
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
    expect(server.connections).toHaveLength(1)
  })

  it('is read completely from many lines and small chunks', async () => {
    const text = '550-5.1.1 The email account does not exist.\n550-5.1.1 Check for typos.\n550 5.1.1 Bye'
    for (const steps of [[reply(text)], inChunksOf(3, text)]) {
      const { result } = await verified(toAna(steps), 'no_mailbox')
      expect(result.smtp_response_message).toBe('5.1.1 The email account does not exist. Check for typos. Bye')
    }
  })

  it('is one line of 512 characters at most, whatever the server sends', async () => {
    const { result } = await verified(
      toAna(`550-5.1.1 \u001B[31mred\u202Eder\n550 5.1.1 ${'x'.repeat(1500)}`),
      'no_mailbox',
    )
    expect(result.smtp_response_message).toMatch(/^5\.1\.1 \[31mred der x+$/)
    expect(result.smtp_response_message).toHaveLength(512)
  })
})

describe('a server that does not let us ask', () => {
  it.each([
    ['temporary', { greeting: '421 4.3.2 Busy' }],
    ['refused_us', { greeting: '554 5.7.1 You are not welcome, no such user' }],
    ['refused_us', { ehlo: '550 5.7.1 Who?', helo: '550 5.7.1 Who?' }],
    ['refused_us', { mail: '550 5.1.1 No such user' }],
    ['refused_us', { mail: '553 5.1.8 Sender address rejected: Domain not found' }],
    ['temporary', { mail: '452 4.3.1 Insufficient system storage' }],
    ['greylisted', { mail: '450 4.7.1 Greylisted' }],
    ['protocol_error', { greeting: 'HTTP/1.1 400 Bad Request' }],
    ['protocol_error', { greeting: [close] }],
    ['protocol_error', { rcpt: [close] }],
    ['protocol_error', { greeting: [flood('220-Welcome\r\n')] }],
  ] as const)('is never blamed on the recipient: %s for %j', async (reason, script) => {
    const { result } = await verified(script, reason)
    expect(result.smtp_server).toBe('mx.mail.test')
    expect(['invalid', 'valid', 'catch-all']).not.toContain(result.status)
  })

  it('is a timeout when it does not answer', async () => {
    const clock = manualClock()
    const { verifier, server } = await serverFor({ rcpt: [fallSilent] }, { clock })
    const result = verifier.verify(ana)
    await server.seen(/^RCPT/)
    clock.advance(15_000)
    expect(await result).toMatchObject({
      status: 'unreachable',
      confidence: 20,
      reason: 'timeout',
      smtp_response_code: null,
    })
    await server.quiet()
    expect(clock.waiting()).toBe(0)
  })

  it('is unreachable without a listener', async () => {
    const server = await startSmtpServer()
    await server.close()
    const { verifier } = await verifierFor({ 'mail.test': { a: ['127.0.0.1'] } }, server.port)
    expect(await verifier.verify(ana)).toMatchObject({
      status: 'unreachable',
      confidence: 10,
      reason: 'no_connect',
      smtp_server: 'mail.test',
      smtp_response_code: null,
      retry_after: null,
    })
  })

  it('is checked slowly, but checked', async () => {
    await verified(
      { greeting: [pause(50), reply('220 mx')], rcpt: () => [pause(50), reply('550 5.1.1 No')] },
      'no_mailbox',
    )
  })
})
