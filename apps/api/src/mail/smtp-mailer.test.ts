import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { text as readText } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpMailer } from './smtp-mailer.ts'
import { codeMessages, passwordChangedMessage } from './templates.ts'

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a real SMTP server on loopback that records its mail. */
const mailbox = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const keep = async (): Promise<void> => {
        const raw = await readText(stream)
        const { mailFrom, rcptTo } = envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), raw, mail: await PostalMime.parse(raw) })
      }
      // The package uses callbacks; the rest of the test uses promises.
      callbackify(keep)(done)
    },
    ...options,
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closers.push(() => server.close())
  // A listening TCP server has an address with a port.
  const { port } = server.server.address() as AddressInfo
  return { port, received }
}

const mailerTo = (port: number, from = 'netbox <no-reply@netbox.test>', user = '') => {
  const mailer = createSmtpMailer({ url: `smtp://${user}127.0.0.1:${port}`, from })
  closers.push(() => mailer.close())
  return mailer
}

const message = {
  to: 'ann@example.com',
  publicUrl: 'https://netbox.test',
  code: { code: '123456', token: 'id.secret' },
}

describe('mail by SMTP', () => {
  it('arrives as plain text from the configured sender, with a link that depends only on configuration', async () => {
    const { port, received } = await mailbox()
    await mailerTo(port).send(codeMessages.recover(message), 'row-1')
    const [one] = received
    expect(one).toMatchObject({ from: 'no-reply@netbox.test', to: ['ann@example.com'] })
    expect(one?.mail).toMatchObject({
      from: { name: 'netbox', address: 'no-reply@netbox.test' },
      to: [{ name: '', address: 'ann@example.com' }],
      subject: 'Choose a new password for netbox',
      messageId: '<row-1@netbox.test>',
    })
    expect(one?.mail.html).toBeUndefined()
    expect(one?.mail.text).toContain('https://netbox.test/reset#token=id.secret\n')
    expect(one?.mail.text).toContain('123456')
    expect(one?.mail.text?.match(/https?:\/\/[\w.-]+\w/g)).toEqual(['https://netbox.test', 'https://netbox.test'])
    expect(one?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it('has a text for each occasion, short and with every link on the configured site', async () => {
    const { port, received } = await mailbox()
    const mailer = mailerTo(port)
    const messages = [codeMessages.confirm(message), codeMessages.recover(message), passwordChangedMessage(message)]
    for (const [index, each] of messages.entries()) await mailer.send(each, `row-${index}`)
    expect(received.map(({ mail }) => mail.subject)).toEqual(messages.map(({ subject }) => subject))
    for (const { mail } of received) {
      expect(mail.text?.length).toBeLessThan(600)
      for (const url of mail.text?.match(/https?:\S+/g) ?? [])
        expect(url).toMatch(/^https:\/\/netbox\.test(\/|[. :]|$)/)
    }
  })

  it('has the same Message-ID when it is sent again', async () => {
    const { port, received } = await mailbox()
    const mailer = mailerTo(port)
    await mailer.send(codeMessages.confirm(message), 'row-7')
    await mailer.send(codeMessages.confirm(message), 'row-7')
    expect(received.map(({ mail }) => mail.messageId)).toEqual(['<row-7@netbox.test>', '<row-7@netbox.test>'])
  })

  it.each([
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\nSubject: other',
    'ann@example.com, eve@example.com',
    'ann@example.com> RCPT TO:<eve@example.com',
    'Ann <ann@example.com>',
    'eve@example.com\0@example.com',
    '',
  ])('is not sent to %j', async (to) => {
    const { port, received } = await mailbox()
    await expect(mailerTo(port).send({ to, subject: 's', text: 't' }, 'row')).rejects.toThrow('not an address')
    expect(received).toEqual([])
  })

  it('has one line for each header, whatever subject, text and id contain', async () => {
    const { port, received } = await mailbox()
    const nasty =
      'hello\r\nBcc: eve@example.com\r\n\r\n.\r\nMAIL FROM:<eve@example.com>\r\nRCPT TO:<eve@example.com>\r\n'
    await mailerTo(port).send({ to: 'ann@example.com', subject: nasty, text: nasty }, 'row\r\nBcc: eve@example.com')
    expect(received).toHaveLength(1)
    const [one] = received
    expect(one?.to).toEqual(['ann@example.com'])
    expect(one?.mail.bcc ?? []).toEqual([])
    expect(one?.mail.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([])
    expect(one?.mail.headers.filter(({ key }) => key === 'to')).toHaveLength(1)
    expect(one?.mail.text?.replaceAll('\r', '')).toContain('\n.\nMAIL FROM:<eve@example.com>')
  })

  it.each([
    '',
    'nobody',
    'a@b\r\nBcc: eve@example.com',
    'netbox\r\nBcc: x <no-reply@netbox.test>',
    'a@netbox.test, b@netbox.test',
  ])('refuses the sender %j at the start', (from) => {
    expect(() => createSmtpMailer({ url: 'smtp://127.0.0.1:1', from })).toThrow('MAIL_FROM')
  })

  it('signs in with the user and password of the URL', async () => {
    const seen: unknown[] = []
    const { port, received } = await mailbox({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    await mailerTo(port, undefined, 'mailer%40netbox:p%2Fw@').send(codeMessages.confirm(message), 'row')
    expect(seen).toEqual([['mailer@netbox', 'p/w']])
    expect(received).toHaveLength(1)
  })

  it('sends nothing to a server without TLS if TLS is required', async () => {
    const { port, received } = await mailbox()
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@netbox.test',
      requiresTls: true,
    })
    closers.push(() => mailer.close())
    await expect(mailer.send(codeMessages.confirm(message), 'row')).rejects.toThrow(/STARTTLS/)
    expect(received).toEqual([])
  })

  it('rejects a mail that the server refuses, and fails without a server', async () => {
    const { port } = await mailbox({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Mailbox full'), { responseCode: 452 })),
    })
    await expect(mailerTo(port).send(codeMessages.confirm(message), 'row')).rejects.toThrow('Mailbox full')
    await expect(mailerTo(1).send(codeMessages.confirm(message), 'row')).rejects.toThrow(/ECONNREFUSED|closed/)
  })
})
