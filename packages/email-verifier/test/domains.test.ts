import { describe, expect, it } from 'vitest'
import { createResolver, createVerifier, memoryLimits, verify } from '../src/index.ts'
import { all, mailboxes, nobody, serverFor, us, verifierFor } from './verify-against-servers.ts'
import { closeAfterTest } from './support/close-after-test.ts'
import { close, reply, startSmtpServer, type SmtpScript } from './support/scripted-smtp-server.ts'

const ok = '250 2.1.5 Ok'
const knowsAna: SmtpScript = { rcpt: mailboxes({ ana: ok }) }
const ana = 'ana@mail.test'

const closedPort = async (): Promise<number> => {
  const server = await startSmtpServer()
  await server.close()
  return server.port
}

describe('a domain', () => {
  it.each([
    ['does not exist', {}, { status: 'invalid', confidence: 98, reason: 'no_such_domain', smtp_server: null }],
    [
      'has a null MX',
      { 'mail.test': { mx: [[0, '']] as const } },
      { status: 'invalid', confidence: 99, reason: 'null_mx' },
    ],
    [
      'has neither MX nor address',
      { 'mail.test': {} },
      { status: 'invalid', confidence: 90, reason: 'no_mail_server' },
    ],
    [
      'names a mail server that does not exist',
      { 'mail.test': { mx: [[1, 'mx.mail.test']] as const } },
      { reason: 'no_mail_server' },
    ],
    [
      'names an address as its server',
      { 'mail.test': { mx: [[1, '127.0.0.1']] as const } },
      { reason: 'no_mail_server' },
    ],
    [
      'has nameservers that fail',
      { 'mail.test': { fails: 'SERVFAIL' as const } },
      { status: 'unreachable', confidence: 10, reason: 'dns_failed', retry_after: 360 },
    ],
    [
      'has a server whose nameservers fail',
      { 'mail.test': { mx: [[1, 'mx.mail.test']] as const }, 'mx.mail.test': { fails: 'REFUSED' as const } },
      { reason: 'dns_failed', retry_after: 360 },
    ],
  ])('%s', async (_, zones, expected) => {
    const server = closeAfterTest(await startSmtpServer())
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ email: ana, smtp_response_code: null, ...expected })
    expect(server.connections).toHaveLength(0)
  })

  it('without MX is its own mail server', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const { verifier } = await verifierFor({ 'mail.test': { a: [server.address] } }, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists', smtp_server: 'mail.test' })
  })

  it('is queried in ASCII form if it is international, and shown as it was written', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const zones = {
      'xn--bcher-kva.test': { mx: [[5, 'mx.mail.test']] as const },
      'mx.mail.test': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(' ana@BÜCHER.test')).toMatchObject({
      email: ' ana@BÜCHER.test',
      reason: 'mailbox_exists',
    })
    expect(server.commands).toContain('RCPT TO:<ana@xn--bcher-kva.test>')
  })
})

describe('mail servers', () => {
  const two = async (first: SmtpScript, second: SmtpScript = knowsAna) => {
    const one = closeAfterTest(await startSmtpServer(first))
    const other = closeAfterTest(await startSmtpServer(second, { host: '127.0.0.2', port: one.port }))
    const zones = {
      // The order of the records must not matter.
      'mail.test': {
        mx: [
          [20, 'mx2.mail.test'],
          [10, 'mx1.mail.test'],
        ] as const,
      },
      'mx1.mail.test': { a: [one.address] },
      'mx2.mail.test': { a: [other.address] },
    }
    return { one, other, ...(await verifierFor(zones, one.port)) }
  }

  it('are contacted by preference, and only up to the first that responds', async () => {
    const { one, other, verifier } = await two({ rcpt: '450 4.3.0 Later' })
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'temporary', smtp_server: 'mx1.mail.test' })
    expect([one.connections.length, other.connections.length]).toEqual([1, 0])
  })

  it.each([
    ['is busy', { greeting: '421 4.3.2 Busy' }],
    ['does not let us in', { greeting: '554 5.7.1 No' }],
    ['does not speak SMTP', { greeting: 'SSH-2.0-OpenSSH' }],
    ['breaks off', { greeting: [close] }],
    ['breaks off later', { mail: [close] }],
  ] as const)('are contacted in turn when the first %s', async (_, script) => {
    const { other, verifier } = await two(script)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists', smtp_server: 'mx2.mail.test' })
    await other.quiet()
  })

  it('are contacted in turn when nothing listens at the first', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const zones = {
      'mail.test': {
        mx: [
          [1, 'mx1.mail.test'],
          [2, 'mx2.mail.test'],
        ] as const,
      },
      'mx1.mail.test': { a: ['127.0.0.3'] },
      'mx2.mail.test': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists', smtp_server: 'mx2.mail.test' })
  })

  it('that all fail give the most significant reason', async () => {
    const { verifier } = await two({ greeting: '554 5.7.1 Listed' }, { greeting: [close] })
    expect(await verifier.verify(ana)).toMatchObject({
      reason: 'refused_us',
      smtp_response_code: 554,
      smtp_server: 'mx1.mail.test',
    })
  })

  it('that all refuse us are four at most', async () => {
    const server = closeAfterTest(await startSmtpServer({ greeting: '421 4.3.2 Busy' }, { host: '0.0.0.0' }))
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
    const hosts = Object.fromEntries(numbers.map((number) => [`mx${number}.mail.test`, { a: [`127.0.4.${number}`] }]))
    const mx = numbers.map((number) => [number, `mx${number}.mail.test`] as const)
    const { verifier } = await verifierFor({ 'mail.test': { mx }, ...hosts }, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'temporary', smtp_server: 'mx1.mail.test' })
    expect(server.connections).toHaveLength(4)
  })

  it('of one machine are contacted once', async () => {
    const { server, verifier } = await serverFor(
      { greeting: '421 4.3.2 Busy' },
      {},
      {
        'two.test': {
          mx: [
            [1, 'mx.mail.test'],
            [2, 'same.mail.test'],
          ],
        },
        'same.mail.test': { a: ['127.0.0.1'] },
      },
    )
    expect(await verifier.verify('ana@two.test')).toMatchObject({ reason: 'temporary' })
    expect(server.connections).toHaveLength(1)
  })

  it('that do not exist leave the others', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const zones = {
      'mail.test': {
        mx: [
          [1, 'gone.mail.test'],
          [2, 'mx2.mail.test'],
        ] as const,
      },
      'mx2.mail.test': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists' })
  })
})

describe('an address of a mail server', () => {
  it('that is not global unicast excludes the host, whatever its other addresses are', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const allow = (address: string): boolean => address === server.address
    for (const others of [['10.0.0.1'], ['192.0.2.1'], ['169.254.169.254']]) {
      const zones = {
        'mail.test': { mx: [[1, 'mx.mail.test']] as const },
        'mx.mail.test': { a: [server.address, ...others] },
      }
      const { verifier } = await verifierFor(zones, server.port, { allow })
      expect(await verifier.verify(ana)).toMatchObject({
        status: 'unreachable',
        confidence: 20,
        reason: 'forbidden_address',
      })
    }
    expect(server.connections).toHaveLength(0)
  })

  it('that is forbidden does not exclude the later hosts', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const zones = {
      'mail.test': {
        mx: [
          [1, 'inside.mail.test'],
          [2, 'mx.mail.test'],
        ] as const,
      },
      'inside.mail.test': { aaaa: ['fe80::1'] },
      'mx.mail.test': { a: [server.address] },
    }
    const { verifier } = await verifierFor(zones, server.port)
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists', smtp_server: 'mx.mail.test' })
  })

  it('is looked up once, and is the one that is contacted', async () => {
    const server = closeAfterTest(await startSmtpServer(knowsAna))
    const zones = {
      'mail.test': { mx: [[1, 'mx.mail.test']] as const },
      'mx.mail.test': [{ a: [server.address] }, { a: ['10.0.0.1'] }],
    }
    const { verifier, dns } = await verifierFor(zones, server.port)
    const results = await all(verifier.verifyMany(['ana@mail.test', 'ben@mail.test', 'eva@mail.test']))
    expect(results.map(({ reason }) => reason)).toEqual(['mailbox_exists', 'no_mailbox', 'no_mailbox'])
    expect(dns.asked('mx.mail.test', 'A')).toBe(1)
  })
})

describe('an address', () => {
  it.each([
    '',
    'ana',
    'ana@',
    '@mail.test',
    'a@b@mail.test',
    'ana@localhost',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'a b@mail.test',
    'ana@mail.test\r\nQUIT@mail.test',
  ])('that is not an address is invalid, and no server is contacted: %j', async (address) => {
    const { verifier, server, dns } = await serverFor({})
    expect(await verifier.verify(address)).toMatchObject({
      email: address,
      status: 'invalid',
      confidence: 99,
      reason: 'bad_syntax',
      provider: null,
    })
    expect(dns.questions).toEqual([])
    expect(server.connections).toHaveLength(0)
  })

  it('of a role is marked, and has the status of any other', async () => {
    const { verifier } = await serverFor({ rcpt: mailboxes({ info: ok }) })
    expect(await verifier.verify('Info@mail.test')).toMatchObject({ role: true, status: 'invalid' })
    expect(await verifier.verify('info@mail.test')).toMatchObject({ role: true, status: 'valid', confidence: 95 })
  })

  it('of a disposable domain is suspicious unless it is invalid; no random name is checked', async () => {
    const zones = { 'mailinator.com': { mx: [[1, 'mx.mail.test']] as const } }
    const { verifier, server } = await serverFor({ rcpt: mailboxes({ ana: ok, busy: '451 4.3.0 Later' }) }, {}, zones)
    expect(await verifier.verify('ana@mailinator.com')).toMatchObject({
      status: 'suspicious',
      confidence: 60,
      reason: 'disposable_domain',
    })
    expect(await verifier.verify('busy@mailinator.com')).toMatchObject({
      reason: 'disposable_domain',
      retry_after: null,
    })
    expect(await verifier.verify('ben@mailinator.com')).toMatchObject({ status: 'invalid', reason: 'no_mailbox' })
    expect(server.commands.filter((command) => command.includes(nobody))).toEqual([])
  })

  it('with a quoted local part is checked unchanged', async () => {
    const { verifier, server } = await serverFor({})
    await verifier.verify('"ana maria"@mail.test')
    expect(server.commands).toContain('RCPT TO:<"ana maria"@mail.test>')
  })

  it('in another script is checked if the server accepts it, and unknown otherwise', async () => {
    const { verifier, server } = await serverFor({ rcpt: mailboxes({ åsa: ok }) })
    expect(await verifier.verify('åsa@mail.test')).toMatchObject({ reason: 'mailbox_exists' })
    expect(server.commands.find((command) => command.startsWith('MAIL'))).toMatch(/ SMTPUTF8$/)
    const plain = await serverFor({ extensions: [] })
    expect(await plain.verifier.verify('åsa@mail.test')).toMatchObject({
      status: 'unconfirmed',
      confidence: 30,
      reason: 'cannot_tell',
      smtp_response_code: null,
    })
    expect(plain.server.commands.filter((command) => /^(?:MAIL|RCPT)/.test(command))).toEqual([])
  })

  it('that can’t be part of a command is not checked', async () => {
    const { verifier, server } = await serverFor({})
    expect(await verifier.verify('"a>b"@mail.test')).toMatchObject({ reason: 'cannot_tell' })
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toEqual([])
  })

  it('beyond the daily number is not checked', async () => {
    const { verifier, server } = await serverFor(knowsAna, { limits: memoryLimits({ localPartsADay: () => 1 }) })
    await verifier.verify(ana)
    expect(await verifier.verify('ben@mail.test')).toMatchObject({
      status: 'unconfirmed',
      confidence: 20,
      reason: 'domain_limit',
      retry_after: null,
    })
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists' })
    expect(server.commands.join()).not.toContain('ben')
  })
})

describe('a verifier', () => {
  it.each(['localhost', 'my machine', '', '192.0.2.1', '[192.0.2.1]', 'a.test\r\nQUIT', 'münchen.test'])(
    'is not created with an invalid name: %j',
    (helo) => {
      expect(() => createVerifier({ ...us, helo })).toThrow(
        `helo must be the full name of this machine, like mail.example.com, not ${JSON.stringify(helo)}.`,
      )
    },
  )

  it.each(['bounces', '<>', 'a b@mail.test', 'åsa@mail.test', 'a@b.test\r\nDATA'])(
    'is not created with an invalid address: %j',
    (mailFrom) => {
      expect(() => createVerifier({ ...us, mailFrom })).toThrow(/^mailFrom must be an address of yours in ASCII/)
    },
  )

  it('may use the empty sender of bounces', async () => {
    const { verifier, server } = await serverFor(knowsAna, { mailFrom: '' })
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'mailbox_exists' })
    expect(server.commands).toContain('MAIL FROM:<>')
  })

  it('is created for one address by verify', async () => {
    const { server, dns } = await serverFor(knowsAna)
    const allow = (address: string): boolean => address === server.address
    const resolver = createResolver({ servers: [dns.server] })
    expect(await verify(ana, { ...us, resolver, allow, port: server.port, attempts: 2 })).toMatchObject({
      reason: 'mailbox_exists',
      verification_attempts: 3,
    })
  })
})

describe('a port without a listener', () => {
  it('is not waited for longer than necessary', async () => {
    const { verifier } = await verifierFor({ 'mail.test': { a: ['127.0.0.1', '127.0.0.2'] } }, await closedPort())
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'no_connect', smtp_response_message: null })
  })
})

describe('a reply in a strange form', () => {
  it('is understood if its enhanced code is in the text', async () => {
    const { verifier } = await serverFor({
      rcpt: [reply('550-sorry, no mailbox here by that name. (#5.1.1)\n550 bye')],
    })
    expect(await verifier.verify(ana)).toMatchObject({ reason: 'no_mailbox' })
  })
})
