import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import net from 'node:net'
import { createToolbox, scenarios } from '@netbox/core'
import { mailHostAt, mailTlsKeyOf, queryDns } from '@netbox/core/dns'
import { portOf } from '@netbox/core/network'
import { FIXED_TIME } from '@netbox/core/testing'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDialogue } from '../../test/support/smtp-dialogue.ts'
import { type Internet, startInternet } from '../internet/start-internet.ts'
import { spokenExtensions } from './world-session.ts'

const SMTP = { 25: 'smtp', 465: 'smtps', 587: 'submission' } as const

/** Looks up the address of a host. Returns the address and the loopback port of the service. */
const placeOf = async (internet: Internet, host: string, port: keyof typeof SMTP = 25) => {
  const resolver = new Resolver({ timeout: 5000, tries: 3 })
  resolver.setServers([`${internet.dns.host}:${internet.dns.port}`])
  const [address = ''] = await resolver.resolve4(host)
  const found = internet.endpoints.find(({ protocol }) => protocol === SMTP[port])
  return { host: address, port: found?.port ?? 0, implicit: port === 465 }
}

const mailServersOf = ({ world }: Internet, domain: string): string[] =>
  queryDns(world, domain, 'MX', { validates: false, tries: 1000 }).records.map(({ exchange }) => exchange)

const failureAt = async ({ host, port }: { host: string; port: number }): Promise<unknown> => {
  const socket = net.connect(port, host)
  return new Promise((resolve) => {
    socket.once('error', (error) => resolve('code' in error ? error.code : error))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data))
    })
    socket.setTimeout(700, () => {
      socket.destroy()
      resolve('silent')
    })
  })
}

/** Returns the dialogue with a server that `smtp-test` shows, without lost lines. */
const shownBy = async (internet: Internet, host: string, port: number) => {
  const { world } = internet
  const box = createToolbox({ seed: internet.seed, scenario: internet.scenario, at: world.at })
  const { plot, result } = await box.run('smtp-test', `${host}:${port}`)
  if (plot.kind !== 'dialogue') throw new Error('smtp-test shows a dialogue')
  const lines = plot.lines.filter(({ text }) => !text.startsWith('(lost on the way'))
  return { isReached: result.reachable, lines }
}

const NOT_SPOKEN = /^250[- ](?:CHUNKING|PIPECONNECT|PRDR)$/

/** Sends the lines of `smtp-test` to a server, and returns the dialogue. */
const dialogueLike = async (
  place: Awaited<ReturnType<typeof placeOf>>,
  wanted: readonly { readonly from: string; readonly text: string }[],
) => {
  const client = await openDialogue(place)
  for (const { text } of wanted.filter(({ from, text: said }) => from === 'us' && !said.startsWith('('))) {
    if (text === 'STARTTLS') await client.startTls()
    else await client.say(text)
  }
  client.end()
  return client.lines
}

// Removes the differences between the two clients: the client's address, times, and which EHLO line is the last.
const comparable = (line: string): string =>
  line
    .replace(/^(\d{3})-/, '$1 ')
    .replace(/(\[)[\d.]+(\])/, '$1client$2')
    .replace(/\d\d:\d\d:\d\d/, 'time')
    .replaceAll(/Greylisted.*|Greylisting.*/g, 'greylisted')
    .replace(/in \d+ seconds/, 'later')

describe('the mail servers of an internet', () => {
  it.each(scenarios.map(({ name }) => name))('answer as smtp-test shows: %s', async (scenario) => {
    await using internet = await startInternet({ seed: 'k3f9', scenario })
    // Resolvers can't resolve names of bogus zones, so clients can't reach the servers.
    if (scenario === 'dnssec-bogus') return
    const compare = async (domain: string, host: string, port: keyof typeof SMTP): Promise<void> => {
      const { lines, isReached } = await shownBy(internet, host, port)
      // smtp-test uses a recipient in the server's own zone, which may have other mail servers.
      const wanted = lines.map((line) => ({ ...line, text: line.text.replace(/(nobody-\d+)@[\w.-]+/, `$1@${domain}`) }))
      const place = await placeOf(internet, host, port)
      const state = portOf(internet.world, host, port)?.state
      if (!isReached) {
        expect(await failureAt(place), `${host}:${port}`).toBe(state === 'closed' ? 'ECONNREFUSED' : 'silent')
        return
      }
      const shown = wanted.flatMap(({ from, text }) => (from === 'them' && !text.startsWith('(') ? [text] : []))
      const said = await dialogueLike(place, wanted)
      expect(said.map(comparable), `${scenario} ${host}:${port}`).toEqual(
        shown.filter((line) => !NOT_SPOKEN.test(line)).map(comparable),
      )
    }
    await Promise.all(
      ['mail.example', 'shop.example', 'www3.test'].flatMap((domain) =>
        mailServersOf(internet, domain).flatMap((host) =>
          ([25, 465, 587] as const).map(async (port) => compare(domain, host, port)),
        ),
      ),
    )
  })

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
        text: 'Subject: hello\r\n\r\nHello.\r\n',
      },
    ])
    expect(internet.asked.filter(({ protocol }) => protocol === 'smtp').map(({ question }) => question)).toEqual([
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

  it('limit the number of connections', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [host = ''] = mailServersOf(internet, 'mail.example')
    const place = await placeOf(internet, host)
    const sockets = Array.from({ length: 1200 }, () =>
      net
        .connect(place.port, place.host)
        .on('error', () => undefined)
        .resume(),
    )
    await expect
      .poll(() => sockets.filter((socket) => socket.closed).length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(200)
    const client = await openDialogue(place)
    expect(client.lines[0]).toMatch(/^220 /)
    client.end()
    for (const socket of sockets) socket.destroy()
  }, 90_000)
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
