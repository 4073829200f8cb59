import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import tls from 'node:tls'
import { createToolbox, openWorld, scenarios, type ScenarioText } from '@netbox/core'
import { queryDns, type MailHost, mailHostAt } from '@netbox/core/dns'
import { fakeClock, FIXED_TIME } from '@netbox/core/testing'
import fc from 'fast-check'
import certificate from 'smtp-server/lib/tls-options.js'
import { afterEach, describe, expect, it } from 'vitest'
import { connectSmtp } from '../../test/support/smtp-client.ts'
import type { MailServerOptions } from './mail-server-options.ts'
import { spokenExtensions } from './mail-commands.ts'
import { type MailServer, startMailServer } from './start-mail-server.ts'

const DOMAIN = 'mail.example'
const message = { from: 'ben@client.example', text: 'Subject: hello\n\nGood morning' }

const open: MailServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})

const start = async (options: Partial<MailServerOptions> = {}): Promise<MailServer> => {
  const server = await startMailServer({ domain: DOMAIN, seed: 'k3f9', scenario: 'healthy', ...options })
  open.push(server)
  return server
}

const deliver = async (server: MailServer, to: readonly string[] = [`ana@${DOMAIN}`], mail = message) => {
  const client = await connectSmtp(server.port, server.host)
  try {
    return await client.send({ ...mail, to })
  } finally {
    client.end()
  }
}

/** Finds a seed whose first mail server meets a condition. */
const seedWhere = (scenario: ScenarioText, wanted: (host: MailHost) => boolean): string => {
  const seeds = Array.from({ length: 200 }, (_, index) => `seed ${index}`)
  const seed = seeds.find((one) => {
    const { world } = openWorld({ seed: one, scenario, at: FIXED_TIME }, () => FIXED_TIME)
    const [first] = queryDns(world, DOMAIN, 'MX', { validates: false, tries: 1000 }).records
    return first !== undefined && wanted(mailHostAt(world, first.exchange))
  })
  if (seed === undefined) throw new Error('no seed of two hundred has such a host')
  return seed
}

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

/** Sends STARTTLS, and returns the reply. */
const startTls = async (server: MailServer) => {
  const socket = net.connect(server.port, server.host)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  await lines.next()
  socket.write('EHLO client.example\r\nSTARTTLS\r\n')
  for (;;) {
    const { value } = await lines.next()
    if (typeof value !== 'string' || /^(?:220|5\d\d) /.test(value)) return { socket, reply: value }
  }
}

describe('a simulated mail host', () => {
  it('greets as its simulated mail server, and stores delivered mail', async () => {
    const server = await start()
    const client = await connectSmtp(server.port)
    expect(client.greeting).toMatch(/^220 mx1\.mail\.example ESMTP /)
    client.end()
    expect(await deliver(server, [`ana@${DOMAIN}`, `postmaster@${DOMAIN}`])).toMatch(/^250 /)
    expect(server.messages).toEqual([
      {
        from: 'ben@client.example',
        to: ['ana@mail.example', 'postmaster@mail.example'],
        text: 'Subject: hello\r\n\r\nGood morning\r\n',
        at: '2026-01-01T00:00:00.000Z',
      },
    ])
    expect(server.refusals).toEqual([])
  })

  it('accepts bounces, and letters of all scripts', async () => {
    const server = await start()
    await deliver(server, undefined, { from: '', text: 'Subject: zurück\n\n.Grüße 👋' })
    expect(server.messages).toMatchObject([{ from: '', text: 'Subject: zurück\r\n\r\n.Grüße 👋\r\n' }])
  })

  it('accepts mail for mailboxes that email-validation finds, and refuses others', async () => {
    const names = ['ana', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gus', 'hana', 'ivo', 'jana', 'kim', 'leo', 'mia']
    // In this world, the mail server answers without greylisting, and accepts only some of the mailboxes.
    const seed = seedWhere('random', ({ answers, recipients }) => answers && recipients === 'verified')
    const box = createToolbox({ seed, at: FIXED_TIME, plan: 'enterprise' })
    const addresses = names.map((name) => `${name}@${DOMAIN}`)
    const runs = await Promise.all(addresses.map(async (address) => box.run('email-validation', address)))
    const server = await start({ seed, scenario: 'random' })
    await deliver(server, addresses)
    const wanted = addresses.filter((_, index) => runs[index]?.result.deliverable === true)
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.length).toBeLessThan(addresses.length)
    expect(server.messages.map(({ to }) => to)).toEqual([wanted])
    expect(server.refusals.map(({ to, code }) => [to, code])).toEqual(
      addresses.filter((address) => !wanted.includes(address)).map((address) => [address, 550]),
    )
  })

  it('refuses other domains, because it is no relay', async () => {
    const server = await start()
    expect(await deliver(server, ['ana@elsewhere.example'])).toMatch(
      /^55[04] .*\b(?:Relay access denied|Relaying denied|relay not permitted)$/,
    )
    expect(server.refusals).toMatchObject([{ from: message.from, to: 'ana@elsewhere.example' }])
    expect(server.messages).toEqual([])
  })

  it('accepts any recipient in the scenario catch-all', async () => {
    const server = await start({ scenario: 'catch-all' })
    expect(await deliver(server, [`nobody-8127@${DOMAIN}`])).toMatch(/^250 /)
    expect(server.messages).toHaveLength(1)
  })

  it('greylists strangers for five minutes in the scenario greylisting, each sender and recipient separately', async () => {
    const clock = fakeClock()
    const server = await start({ scenario: 'greylisting', clock })
    expect(await deliver(server)).toMatch(/^45[01] .*(?:\b300 seconds|\b00:05:00)$/)
    clock.advance(299_000)
    expect(await deliver(server)).toMatch(/^45[01] .*(?:\b1 seconds|\b00:00:01)$/)
    clock.advance(1000)
    expect(await deliver(server)).toMatch(/^250 /)
    expect(await deliver(server, undefined, { ...message, from: 'else@client.example' })).toMatch(/^45[01] /)
    expect(server.messages.map(({ at }) => at)).toEqual(['2026-01-01T00:05:00.000Z'])
    expect(server.refusals.map(({ code }) => Math.floor(code / 10))).toEqual([45, 45, 45])
  })

  it('greylists strangers as long as the document says', async () => {
    const clock = fakeClock()
    const world = { hosts: { 'mx1.mail.example': { smtp: { greylist: { wait: '2s' } } } } }
    const server = await start({ world, clock })
    expect(await deliver(server)).toMatch(/^45[01] .*(?:\b2 seconds|\b00:00:02)$/)
    clock.advance(2000)
    expect(await deliver(server)).toMatch(/^250 /)
  })

  it('refuses connections in the scenario mx-down, while the second mail server accepts the mail', async () => {
    const [first, second] = [
      await start({ scenario: 'mx-down' }),
      await start({ scenario: 'mx-down', exchange: 'mx2.mail.example' }),
    ]
    expect(await errorOf(connectSmtp(first.port))).toBe('ECONNREFUSED')
    expect(await deliver(second)).toMatch(/^250 /)
  })

  it('goes down and comes back with a timeline, on the same port', async () => {
    const clock = fakeClock()
    const server = await start({ scenario: 'healthy,mx-down@10:00..10:30', clock })
    const seen = []
    for (const time of ['09:59', '10:00', '10:29', '10:30']) {
      clock.advanceTo(`2026-01-01T${time}:00Z`)
      await server.refresh()
      seen.push((await errorOf(deliver(server))) ?? 'delivered')
    }
    expect(seen).toEqual(['delivered', 'ECONNREFUSED', 'ECONNREFUSED', 'delivered'])
    expect(server.messages).toHaveLength(2)
  })

  it('disconnects a client that connects after it went down and before a refresh', async () => {
    const clock = fakeClock()
    const server = await start({ scenario: 'healthy,mx-down@10:00..10:30', clock })
    clock.advanceTo('2026-01-01T10:00:00Z')
    expect(await errorOf(deliver(server))).toBe('ECONNRESET')
    clock.advanceTo('2026-01-01T10:30:00Z')
    expect(await deliver(server)).toMatch(/^250 /)
  })

  it('sends nothing with the option hang, until it is closed', async () => {
    const server = await start({ scenario: 'mx-down', silence: 'hang' })
    const socket = net.connect(server.port, server.host)
    const heard: string[] = []
    socket.on('data', (data) => heard.push(String(data)))
    const connected = new Promise<void>((resolve) => {
      socket.once('connect', resolve)
    })
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
    })
    socket.on('error', () => undefined)
    await connected
    await server.close()
    await ended
    expect(heard).toEqual([])
  })

  it('delays its greeting by the world’s time on request, on the clock', async () => {
    const clock = fakeClock()
    const server = await start({ latency: 'world', clock })
    await deliver(server)
    const box = createToolbox({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME })
    const { result } = await box.run('smtp-test', 'mx1.mail.example:25')
    expect(clock.now() - FIXED_TIME).toBe(result.response_time)
  })

  it('is reachable exactly if smtp-test reaches it, for any seed and scenario', async () => {
    const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12 }), anyScenario, async (seed, scenario) => {
        await using server = await startMailServer({ domain: DOMAIN, seed, scenario })
        const box = createToolbox({ seed, scenario, at: FIXED_TIME })
        const { result, findings } = await box.run('smtp-test', `${server.exchange}:25`)
        // Skips worlds in which resolvers can't resolve the host's name: the started server answers there too.
        if (findings.some(({ code }) => code === 'smtp-unresolved')) return
        const reached = await new Promise<boolean>((resolve) => {
          const socket = net.connect(server.port, server.host, () => {
            socket.destroy()
            resolve(true)
          })
          socket.once('error', () => resolve(false))
        })
        expect(reached).toBe(result.reachable)
      }),
    )
  })

  it('sends the lines that smtp-test shows on port 25, for any seed and scenario: greeting, extensions, recipients', async () => {
    const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
    const { key, cert } = certificate()
    if (typeof key !== 'string' || typeof cert !== 'string') throw new Error('no certificate to try with')
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12 }), anyScenario, async (seed, scenario) => {
        await using server = await startMailServer({ domain: DOMAIN, seed, scenario, tls: { key, cert } })
        const box = createToolbox({ seed, scenario, at: FIXED_TIME })
        const { plot, result } = await box.run('smtp-test', `${server.exchange}:25`)
        if (!result.reachable || plot.kind !== 'dialogue') return
        const shown = plot.lines.flatMap(({ from, text }) => (from === 'them' ? [text] : []))
        const client = await connectSmtp(server.port, server.host)
        expect(client.greeting).toBe(shown[0])
        const host = mailHostAt(openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world, server.exchange)
        const { extensions } = host
        const offered = await client.extensions()
        expect(offered).toEqual(spokenExtensions(host, false).filter((line) => !line.startsWith('AUTH')))
        const first = shown.slice(2, 2 + extensions.length).map((line) => line.slice(4))
        expect(first).toEqual(extensions)
        const to = plot.lines.find(({ text }) => text.startsWith('RCPT TO:'))?.text.slice('RCPT TO:<'.length, -1) ?? ''
        // If the handshake after STARTTLS fails, smtp-test goes no further.
        if (to === '') {
          client.end()
          return
        }
        await client.say('MAIL FROM:<bounce@netbox.example>')
        const reply = await client.say(`RCPT TO:<${to.replace(/@.*/, `@${DOMAIN}`)}>`)
        client.end()
        const said = shown.at(-2)?.replace(to, to.replace(/@.*/, `@${DOMAIN}`)) ?? ''
        expect(reply).toBe(said)
      }),
    )
  })

  it('offers no STARTTLS without a certificate, and no AUTH', async () => {
    const server = await start()
    const socket = net.connect(server.port, server.host)
    const lines: string[] = []
    await new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        lines.push(...String(data).split('\r\n').filter(Boolean))
        if (lines.length === 1) socket.write('EHLO client.example\r\n')
        if (lines.some((line) => line.startsWith('250 '))) resolve()
      })
    })
    socket.destroy()
    expect(lines.join('\n')).toMatch(/^250.SIZE \d+$/m)
    expect(lines.join('\n')).not.toMatch(/STARTTLS|AUTH/)
  })

  it('offers STARTTLS with a certificate if the simulated host does, and accepts mail through it', async () => {
    const { key, cert } = certificate()
    if (typeof key !== 'string' || typeof cert !== 'string') throw new Error('no certificate to try with')
    const server = await start({ tls: { key, cert } })
    const { socket, reply } = await startTls(server)
    expect(reply).toMatch(/^220 /)
    const secure = tls.connect({ socket, rejectUnauthorized: false })
    await once(secure, 'secureConnect')
    secure.write('EHLO client.example\r\n')
    const [answer] = await once(secure, 'data')
    expect(String(answer)).toMatch(/^250-mx1\.mail\.example/)
    secure.destroy()
    const seed = seedWhere('random', (host) => host.answers && !host.tls)
    const without = await startTls(await start({ seed, scenario: 'random', tls: { key, cert } }))
    expect(without.reply).toMatch(/^5\d\d /)
    without.socket.destroy()
  })

  const handshake = async (server: MailServer, options: tls.ConnectionOptions = {}) => {
    const { socket } = await startTls(server)
    const secure = tls.connect({ socket, servername: server.exchange, ca: server.authority?.pem, ...options })
    const greet = async () => {
      await once(secure, 'secureConnect')
      secure.write('EHLO client.example\r\n')
      await once(secure, 'data')
    }
    const error = await errorOf(greet())
    const version = secure.getProtocol()
    secure.destroy()
    return { error, version }
  }

  it.each([
    ['healthy', { error: undefined, version: 'TLSv1.3' }],
    ['cert-expired', { error: 'CERT_HAS_EXPIRED' }],
    ['cert-wrong-name', { error: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['cert-self-signed', { error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['tls-closes', { error: 'ECONNRESET' }],
    ['client-cert-required', { error: expect.stringMatching(/^ERR_SSL_|ECONNRESET/) as string }],
  ] as const)('has with the certificate of the world the handshakes of %s', async (scenario, wanted) => {
    const server = await start({ scenario, tls: 'world' })
    expect(await handshake(server)).toMatchObject(wanted)
  })

  it('ends handshakes as the world does with any certificate', async () => {
    const { key, cert } = certificate()
    if (typeof key !== 'string' || typeof cert !== 'string') throw new Error('no certificate to try with')
    const server = await start({ scenario: 'tls-old', tls: { key, cert } })
    const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0', rejectUnauthorized: false } as const
    expect(await handshake(server, old)).toEqual({ error: undefined, version: 'TLSv1.1' })
    expect((await handshake(server, { rejectUnauthorized: false })).error).toMatch(/^ERR_SSL_/)
  })

  it('refuses a message that is larger than its SIZE, announced or not', async () => {
    const seed = seedWhere('healthy', ({ size }) => size === 10_485_760)
    const server = await start({ seed })
    const client = await connectSmtp(server.port)
    await client.say('EHLO client.example')
    expect(await client.say('MAIL FROM:<ben@client.example> SIZE=99999999')).toMatch(/^552 /)
    client.end()
    const text = `Subject: large\n\n${`${'x'.repeat(998)}\n`.repeat(10_500)}`
    expect(await deliver(server, undefined, { ...message, text })).toMatch(
      /^552 (?:5\.\d\.\d )?(?:Error: message file too big|Message )/,
    )
    expect(server.messages).toEqual([])
  })

  it.each([
    [{ host: '0.0.0.0' }, "listens only on loopback: '0.0.0.0' is not a loopback address."],
    [{ host: '198.51.100.25' }, "listens only on loopback: '198.51.100.25' is not a loopback address."],
    [{ host: 'localhost' }, "listens only on loopback: 'localhost' is not a loopback address."],
    [{ domain: 'no domain' }, "'no domain' is not a domain that could have a mail server."],
    [
      { exchange: 'mx9.mail.example' },
      "'mx9.mail.example' is not a mail server of mail.example. It has mx1.mail.example",
    ],
    [{ scenario: 'mx-dwn' as 'mx-down' }, "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    [{ seed: '' }, 'A seed is text of 1 to 64 characters.'],
  ])('does not start with %j', async (options, words) => {
    await expect(start(options)).rejects.toThrow(words)
  })

  it('does not start on a port in use', async () => {
    const server = await start()
    expect(await errorOf(start({ port: server.port }))).toBe('EADDRINUSE')
  })

  it('opens and closes one step after the other, even with concurrent calls', async () => {
    const clock = fakeClock()
    const server = await start({ scenario: 'healthy,mx-down@10:00..10:30', clock })
    for (const time of ['10:00', '10:30', '34:00', '34:30']) {
      clock.advanceTo(FIXED_TIME + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000)
      await Promise.all([server.refresh(), server.refresh(), server.refresh()])
    }
    expect(await deliver(server)).toMatch(/^250 /)
    await Promise.all([server.refresh(), server.close(), server.refresh()])
    expect(await errorOf(connectSmtp(server.port))).toBe('ECONNREFUSED')
  })

  it('stays closed once it is closed', async () => {
    const server = await start()
    await server.close()
    await server.close()
    await server.refresh()
    expect(await errorOf(connectSmtp(server.port))).toBe('ECONNREFUSED')
  })
})
