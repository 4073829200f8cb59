import { createPrivateKey, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { mailHostAt, mailTlsKeyOf } from '@netbox/core/dns'
import { portOf } from '@netbox/core/network'
import { fakeClock, FIXED_TIME } from '@netbox/core/testing'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failureAt, mailServersOf, placeOf } from '../../test/support/mail-places.ts'
import { openDialogue } from '../../test/support/smtp-dialogue.ts'
import { startInternet } from '../start-internet.ts'
import { spokenExtensions } from './mail-commands.ts'

describe('the mail servers of an internet', () => {
  // An alert of TLS, or the end of the connection.
  const BROKEN = /alert|disconnected before secure TLS|ECONNRESET|connection ended/
  const FAILED_HANDSHAKES = ['tls-old', 'tls-closes', 'client-cert-required'] as const

  it.each(FAILED_HANDSHAKES)(
    'fail handshakes after STARTTLS and on port 465, as the log says, but greet on port 25: %s',
    async (scenario) => {
      await using internet = await startInternet({ seed: 'k3f9', scenario })
      const [host = ''] = mailServersOf(internet, 'mail.example')
      const client = await openDialogue(await placeOf(internet, host))
      expect(await client.say('EHLO client.example')).toContain('250-STARTTLS')
      await expect(client.startTls().then(() => client.say('EHLO client.example'))).rejects.toThrow(BROKEN)
      client.end()
      await expect(openDialogue({ ...(await placeOf(internet, host, 465)), implicit: true })).rejects.toThrow(BROKEN)
      const failures = () =>
        internet.requests
          .filter(({ question }) => question === `TLS handshake with ${host}`)
          .map(({ port, answer, outcome }) => `${port} ${answer.split(':')[0]} ${outcome}`)
      await expect.poll(failures).toEqual(['25 handshake failed refused', '465 handshake failed refused'])
    },
  )

  it.each([
    ['healthy', 'valid'],
    ['cert-expired:mail.example', 'expired'],
    ['cert-expiring:mail.example', 'expiring'],
    ['cert-expired:shop.example', 'valid'],
  ] as const)(
    'have in %s a certificate that is %s, with the same dates in each run of the world',
    async (scenario, state) => {
      const readCertificate = async () => {
        await using internet = await startInternet({ seed: 'k3f9', scenario, at: FIXED_TIME })
        const [host = ''] = mailServersOf(internet, 'mail.example')
        const client = await openDialogue({ ...(await placeOf(internet, host)), serverName: host })
        await client.say('EHLO client.example')
        const { valid_from: from, valid_to: to, subjectaltname: names } = await client.startTls()
        client.end()
        return { from: Date.parse(from), left: Date.parse(to) - Date.now(), names }
      }
      const [first, second] = [await readCertificate(), await readCertificate()]
      const days = first.left / 86_400_000
      expect(days < 0 ? 'expired' : days < 7 ? 'expiring' : 'valid').toBe(state)
      expect(first.names).toBe(second.names)
      expect(Math.abs(first.from - second.from)).toBeLessThan(60_000)
    },
  )

  it('accept a message over STARTTLS with the certificate that their TLSA record pins', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const place = await placeOf(internet, host)
    const client = await openDialogue({ ...place, ca: internet.authority.pem, serverName: host })
    await client.say('EHLO client.example')
    const certificate = await client.startTls()
    expect(certificate.subjectaltname).toContain(`DNS:${host}`)
    const key = createPublicKey(createPrivateKey(mailTlsKeyOf(internet.world, host) ?? ''))
    expect(certificate.pubkey?.equals(key.export({ type: 'spki', format: 'der' }))).toBe(true)
    await client.say('EHLO client.example')
    await client.say('MAIL FROM:<ben@client.example>')
    await client.say('RCPT TO:<postmaster@mail.example>')
    await client.say('DATA')
    const [stored] = await client.say('Subject: hello\r\n\r\nHello.\r\n.')
    expect(stored).toMatch(/^250 /)
    expect(internet.messages).toMatchObject([
      {
        from: 'ben@client.example',
        to: ['postmaster@mail.example'],
        host,
        port: 25,
        tls: true,
        text: expect.stringMatching(
          /^Return-Path: <[^>]*>\r\nAuthentication-Results: [^]+\r\nReceived: from [^]+\r\nSubject: hello\r\n\r\nHello\.\r\n$/,
        ),
      },
    ])
    expect(internet.requests.filter(({ protocol }) => protocol === 'smtp').map(({ question }) => question)).toEqual([
      `greeting of ${host}`,
      'postmaster@mail.example',
      'message for postmaster@mail.example',
    ])
  })

  it('let the owner of a mailbox sign in on the submission ports, and no one else', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const methods = mailHostAt(internet.world, host).authentication
    for (const port of [465, 587] as const) {
      const place = await placeOf(internet, host, port)
      const send = async (user: string) => {
        const transport = createTransport({
          host: place.host,
          port: place.port,
          secure: port === 465,
          tls: { ca: internet.authority.pem, servername: host },
          auth: { user, pass: 'any' },
        })
        return transport.sendMail({ from: user, to: 'ana@elsewhere.example', text: 'Hello.' })
      }
      expect(methods).toContain('PLAIN')
      expect(await send('postmaster@mail.example')).toMatchObject({ accepted: ['ana@elsewhere.example'] })
      await expect(send('nobody-1@mail.example')).rejects.toThrow(/535/)
    }
    expect(internet.messages.map(({ port, user }) => [port, user])).toEqual([
      [465, 'postmaster@mail.example'],
      [587, 'postmaster@mail.example'],
    ])
  })

  it('accept mail for every name of their address, and no other domain', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const byAddress = new Map<string, string>()
    for (let number = 0; ; number++) {
      const domain = `shop${number}.example`
      const [host = ''] = mailServersOf(internet, domain)
      const place = await placeOf(internet, host)
      const other = byAddress.get(place.host)
      byAddress.set(place.host, domain)
      if (other === undefined || mailHostAt(internet.world, host).recipients === 'greylisted') continue
      const client = await openDialogue(place)
      await client.say('EHLO client.example')
      await client.say('MAIL FROM:<ben@client.example>')
      for (const name of [domain, other])
        expect(await client.say(`RCPT TO:<postmaster@${name}>`)).toEqual([expect.stringMatching(/^250 /)])
      const all = new Set([...mailServersOf(internet, domain), ...mailServersOf(internet, other)])
      const strange = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'].find((name) =>
        mailServersOf(internet, name).every((server) => !all.has(server)),
      )
      expect(await client.say(`RCPT TO:<postmaster@${strange}>`)).toEqual([expect.stringMatching(/^5\d\d /)])
      client.end()
      return
    }
  })

  it('follow RFC 5321: the postmaster, quoted mailboxes, unknown parameters, trace lines; and RFC 2034: status codes', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME })
    let marked = 0
    for (let index = 0; index < 12; index++) {
      const domain = `shop${index}.example`
      const [host = ''] = mailServersOf(internet, domain)
      if (host === '') continue
      const { answers, recipients, extensions } = mailHostAt(internet.world, host)
      if (!answers || recipients !== 'verified') continue
      const client = await openDialogue(await placeOf(internet, host))
      await client.say('EHLO client.example')
      const isMarked = extensions.includes('ENHANCEDSTATUSCODES')
      if (isMarked) marked++
      const says = async (command: string, code: string) => {
        const status = isMarked ? `${code[0]}\\.\\d+\\.\\d+ ` : ''
        expect(await client.say(command), `${host}: ${command}`).toEqual([
          expect.stringMatching(new RegExp(`^${code} ${status}`)) as string,
        ])
      }
      await says('DATA', '503')
      await says('NONSENSE', '500')
      await says('MAIL FROM:<ben@client.example> COLOUR=red', '555')
      await says('MAIL FROM:<"post master"@shop.example>', '250')
      await client.say('RSET')
      await says('MAIL FROM:<ben@client.example>', '250')
      await says('RCPT TO:<postmaster> COLOUR=red', '555')
      await says('RCPT TO:<postmaster>', '250')
      await says(`RCPT TO:<"post\\master"@${domain}>`, '250')
      await client.say('DATA')
      await client.say('Subject: trace\r\n\r\n.')
      client.end()
      expect(internet.messages.at(-1)?.text).toMatch(
        /^Return-Path: <ben@client\.example>\r\nAuthentication-Results: [\w.-]+\.example;\r\n\tspf=\w+ smtp\.mailfrom=ben@client\.example;\r\n\tdkim=none;\r\n\tdmarc=permerror;\r\n\tiprev=fail\r\nReceived: from client\.example \(\[127\.\d+\.\d+\.\d+\]\)\r\n\tby [\w.-]+\.example with ESMTP id \w+;\r\n\tThu, 01 Jan 2026 00:00:00 \+0000\r\nSubject/,
      )
    }
    expect(marked).toBeGreaterThan(1)
  })

  it('know the commands and parameters that they announce and no others, in the words of their software', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME })
    const met = new Set<string>()
    for (let index = 0; index < 20; index++) {
      const [host = ''] = mailServersOf(internet, `shop${index}.example`)
      if (host === '') continue
      const { answers, software, extensions, greetingName } = mailHostAt(internet.world, host)
      if (!answers || met.has(software)) continue
      met.add(software)
      const client = await openDialogue(await placeOf(internet, host))
      const replyTo = async (command: string) => (await client.say(command)).join('\n')
      // The reply to HELO has no status code (RFC 2034, section 3).
      expect(await replyTo('HELO client.example')).toMatch(
        new RegExp(`^250 ${greetingName}(?: Hello client\\.example.*)?$`),
      )
      await client.say('EHLO client.example')
      const announced = (keyword: string) => extensions.some((line) => line.split(' ')[0] === keyword)
      for (const command of ['WIZ please', 'SHELL', 'KILL', 'XCLIENT NAME=a', 'XFORWARD NAME=a', 'BDAT 0 LAST'])
        expect(await replyTo(command), `${software} ${command}`).toMatch(/^50[02] /)
      await client.say('NOOP')
      expect(await replyTo('RSET')).toMatch(
        { Postfix: /^250 2\.0\.0 Ok$/, 'Exim 4.96': /^250 Reset OK$/ }[software] ?? /^250 2\.0\.0 Reset state$/,
      )
      expect(await replyTo('VRFY ben@shop.example')).toMatch(/^252 /)
      for (const command of ['HELP', 'EXPN staff', 'ETRN shop.example', 'VERB'])
        if (announced(command.split(' ')[0] ?? '')) expect(await replyTo(command), command).not.toMatch(/^50[01] /)
      const parameters = [
        ['SMTPUTF8', 'SMTPUTF8'],
        ['DSN', 'RET=HDRS'],
        ['DELIVERBY', 'BY=120;R'],
        ['8BITMIME', 'BODY=8BITMIME'],
        ['SIZE', 'SIZE=100'],
      ] as const
      for (const [keyword, parameter] of parameters) {
        expect(await replyTo(`MAIL FROM:<ben@client.example> ${parameter}`), `${software} ${parameter}`).toMatch(
          announced(keyword) ? /^250 / : /^555 /,
        )
        await client.say('RSET')
      }
      client.end()
    }
    expect(met.size).toBe(3)
  })

  it('read addresses without brackets and several blanks as their software does, and relay for no % and !', async () => {
    // Each exchange was recorded with the software: Postfix 3.7 and Exim 4.96.
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME })
    const met = new Set<string>()
    for (let index = 0; index < 40; index++) {
      const domain = `shop${index}.example`
      const [host = ''] = mailServersOf(internet, domain)
      if (host === '') continue
      const { answers, software, recipients, greetingName } = mailHostAt(internet.world, host)
      if (!answers || recipients === 'greylisted' || met.has(software)) continue
      met.add(software)
      const client = await openDialogue(await placeOf(internet, host))
      const expectReply = async (command: string, reply: RegExp) =>
        expect((await client.say(command)).join('\n'), `${software}: ${command}`).toMatch(reply)
      await client.say('EHLO client.example')
      await expectReply('MAIL FROM:ben@client.example', /^250 /)
      await expectReply(`RCPT TO:postmaster@${domain}`, /^250 /)
      await expectReply(`RCPT TO: "post\\master"@${domain}  `, /^250 /)
      await client.say('RSET')
      await expectReply('MAIL FROM:  <ben@client.example> SIZE=100', /^250 /)
      await expectReply(`RCPT TO:  <postmaster@${domain}>`, /^250 /)
      await expectReply(`RCPT  TO:<abuse@${domain}>`, software === 'Exim 4.96' ? /^500 unrecognized command$/ : /^250 /)
      await expectReply(`RCPT TO:<abuse@${domain}`, /^501 /)
      await expectReply('RCPT TO:', /^501 /)
      const relay = {
        Postfix: /^554 5\.7\.1 <\S+>: Relay access denied$/,
        'Exim 4.96': /^550 restricted characters in address$/,
        'Sendmail 8.18.1': /^550 5\.7\.1 <\S+>\.\.\. Relaying denied$/,
      }[software]
      if (relay === undefined) throw new Error(`There is no reply of ${software}.`)
      for (const local of ['nmap%relay.example', 'relay.example!nmap', 'postmaster%relay.example'])
        for (const receiver of [domain, greetingName]) await expectReply(`RCPT TO:<${local}@${receiver}>`, relay)
      await expectReply('RCPT TO:<postmaster>', /^250 /)
      client.end()
    }
    expect(met.size).toBe(3)
  })

  it('read quoted mailboxes with spaces, at signs, brackets and dots', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'catch-all' })
    const host = mailServersOf(internet, 'mail.example').find(
      (name) => portOf(internet.world, name, 25)?.state === 'open',
    )
    const client = await openDialogue(await placeOf(internet, host ?? ''))
    await client.say('EHLO client.example')
    const from = '"post master"@shop.example'
    const to = ['"a@b..c"@mail.example', String.raw`"x> SIZE=1 \" y"@mail.example`]
    for (const command of [`MAIL FROM:<${from}> SIZE=10`, ...to.map((one) => `RCPT TO:<${one}>`)])
      expect(await client.say(command), command).toEqual([expect.stringMatching(/^250 /)])
    await client.say('DATA')
    await client.say('Subject: quoted\r\n\r\n.')
    client.end()
    expect(internet.messages).toMatchObject([{ from, to }])
  })

  it('refuse a header of more than a megabyte, but no longer body', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'catch-all' })
    const host = mailServersOf(internet, 'mail.example').find(
      (name) => portOf(internet.world, name, 25)?.state === 'open',
    )
    const client = await openDialogue(await placeOf(internet, host ?? ''))
    await client.say('EHLO client.example')
    const replyTo = async (message: string) => {
      await client.say('MAIL FROM:<ben@client.example>')
      await client.say('RCPT TO:<postmaster@mail.example>')
      await client.say('DATA')
      return (await client.say(`${message}\r\n.`)).join('\n')
    }
    const fields = 'X-Field: value\r\n'.repeat(70_000)
    expect(await replyTo(`${fields}\r\nhello`)).toMatch(/^552 (?:5\.3\.4 )?Message header size exceeds limit$/)
    expect(await replyTo(`Subject: long\r\n\r\n${fields}`)).toMatch(/^250 /)
    client.end()
    expect(internet.messages).toHaveLength(1)
  })

  it.each([
    [undefined, 300_000],
    [2, 2000],
  ])(
    'let greylisted mail in exactly when they said, and stamp it to the second: wait %s',
    async (greylistWait, wait) => {
      const clock = fakeClock(FIXED_TIME + 27_000)
      await using internet = await startInternet({ seed: 'k3f9', scenario: 'greylisting', clock, greylistWait })
      const host = mailServersOf(internet, 'mail.example').find(
        (name) => portOf(internet.world, name, 25)?.state === 'open',
      )
      const client = await openDialogue(await placeOf(internet, host ?? ''))
      await client.say('EHLO client.example')
      await client.say('MAIL FROM:<ben@client.example>')
      const recipient = 'RCPT TO:<postmaster@mail.example>'
      expect(await client.say(recipient)).toEqual([expect.stringMatching(/^4\d\d /)])
      clock.advance(wait - 1000)
      expect(await client.say(recipient)).toEqual([expect.stringMatching(/^4\d\d /)])
      clock.advance(1000)
      expect(await client.say(recipient)).toEqual([expect.stringMatching(/^250 /)])
      await client.say('DATA')
      await client.say('Subject: late\r\n\r\n.')
      client.end()
      expect(internet.messages.map(({ at }) => at)).toEqual([new Date(FIXED_TIME + 27_000 + wait).toISOString()])
    },
  )

  it('change with the scenario', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const place = await placeOf(internet, host)
    expect(await failureAt(place)).toMatch(/^220 /)
    await internet.set({ scenario: 'mx-down' })
    expect(await failureAt(place)).toBe('silent')
    await internet.set({ scenario: 'healthy' })
    expect(await failureAt(place)).toMatch(/^220 /)
  })

  it('close connections with endless lines', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const { host: address, port } = await placeOf(internet, host)
    const socket = net.connect(port, address)
    await once(socket, 'data')
    const heard: string[] = []
    socket.on('data', (data) => heard.push(String(data)))
    socket.on('error', () => undefined)
    socket.write('E'.repeat(1_048_576))
    await once(socket, 'close')
    expect(heard.join('')).toMatch(/^421 /)
  })

  it('close connections that start no TLS handshake within ten seconds', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const place = await placeOf(internet, host, 465)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = net.connect(place.port, place.host).on('error', () => undefined)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    vi.advanceTimersByTime(9999)
    expect(silent.closed).toBe(false)
    vi.advanceTimersByTime(1)
    await once(silent, 'close')
    vi.useRealTimers()
  })
})

describe('the keywords of EHLO', () => {
  it('are those that the server understands', () => {
    const extensions = ['PIPELINING', 'CHUNKING', 'STARTTLS']
    expect(spokenExtensions({ extensions, encryptedExtensions: ['PRDR', 'AUTH PLAIN'] }, false)).toEqual([
      'PIPELINING',
      'STARTTLS',
    ])
    expect(spokenExtensions({ extensions, encryptedExtensions: ['PRDR', 'AUTH PLAIN'] }, true)).toEqual(['AUTH PLAIN'])
  })
})
