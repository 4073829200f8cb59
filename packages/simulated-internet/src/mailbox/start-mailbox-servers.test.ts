import { once } from 'node:events'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { createToolbox } from '@netbox/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

const USER = 'ana@mail.example'
const WORLD = { seed: 'k3f9', scenario: 'healthy' } as const
const LOGIN = `a LOGIN ${USER} x\r\n`

let internet: Internet

beforeAll(async () => {
  internet = await startInternet(WORLD)
})
afterAll(async () => internet.close())

const portOf = (protocol: string): number =>
  internet.endpoints.find((endpoint) => endpoint.protocol === protocol)?.port ?? 0

const connect = async (protocol: 'imap' | 'imaps' | 'pop3' | 'pop3s'): Promise<Duplex> => {
  const place = { host: '127.0.0.1', port: portOf(protocol) }
  if (!protocol.endsWith('s')) return net.connect(place)
  const socket = tls.connect({ ...place, servername: 'imap.mail.example', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return socket
}

/** Sends everything at once, and returns all that the server sends until it ends the connection or the end appears. */
const say = async (stream: Duplex, text: string, end?: RegExp): Promise<string> => {
  let heard = ''
  if (text !== '') stream.write(text, 'latin1')
  await new Promise<void>((resolve) => {
    stream.on('data', (octets: Buffer) => {
      heard += octets.toString('latin1')
      if (end?.test(heard) === true) resolve()
    })
    stream.on('close', () => resolve())
    stream.on('error', () => resolve())
  })
  stream.destroy()
  return heard
}

const imap = async (text: string): Promise<string> => say(await connect('imaps'), text)

const LOGOUT = 'z LOGOUT\r\n'

describe('a server of IMAP', () => {
  it('has the folders and messages that email-migration finds', async () => {
    const { result } = await createToolbox({ ...WORLD, plan: 'enterprise' }).run('email-migration', USER)
    const selects = result.source_folders.map(({ name }, index) => `s${index} EXAMINE ${name}\r\n`).join('')
    const heard = await imap(`${LOGIN}l LIST "" *\r\n${selects}${LOGOUT}`)
    expect([...heard.matchAll(/^\* LIST .* "\/" (\w+)\r$/gm)].map(([, name]) => name)).toEqual(
      result.source_folders.map(({ name }) => name),
    )
    expect([...heard.matchAll(/^\* (\d+) EXISTS\r$/gm)].map(([, count]) => Number(count))).toEqual(
      result.source_folders.map(({ messages }) => messages),
    )
  })

  it('has other Message-IDs in the mailboxes of other users', async () => {
    const idsOf = async (user: string): Promise<string[]> => {
      const fetch = 'f FETCH 1:* (BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])'
      const heard = await imap(`a LOGIN ${user} x\r\ns EXAMINE Sent\r\n${fetch}\r\n${LOGOUT}`)
      return [...heard.matchAll(/^Message-ID: (<.*>)\r$/gm)].map(([, id = '']) => id)
    }
    const [ana, ben] = [await idsOf(USER), await idsOf('ben@mail.example')]
    expect(ana.length).toBeGreaterThan(1)
    expect(new Set([...ana, ...ben]).size).toBe(ana.length + ben.length)
    expect(await idsOf(USER.replace('ana', 'Ana'))).toEqual(ana)
  })

  it.each(['inbox', 'In%', '"INBOX"'])('lists the inbox, whose name has no case: %s', async (pattern) => {
    expect(await imap(`${LOGIN}l LIST "" ${pattern}\r\n${LOGOUT}`)).toMatch(
      /^\* LIST \(\\HasNoChildren\) "\/" INBOX\r$/m,
    )
  })

  it('replies to pipelined commands in their order, and refuses to change a mailbox', async () => {
    const commands = ['SELECT INBOX', 'STORE 1 +FLAGS (\\Deleted)', 'COPY 1 Trash', 'EXPUNGE', 'CREATE New', 'NOOP']
    const heard = await imap(`${LOGIN}${commands.map((command, n) => `t${n} ${command}\r\n`).join('')}${LOGOUT}`)
    expect([...heard.matchAll(/^([at]\d?|z) (OK|NO|BAD)/gm)].map(([, tag, status]) => `${tag} ${status}`)).toEqual([
      'a OK',
      't0 OK',
      't1 NO',
      't2 NO',
      't3 NO',
      't4 NO',
      't5 OK',
      'z OK',
    ])
  })

  it('reads literals, and credentials in a line of their own', async () => {
    const heard = await imap(`a LOGIN {${USER.length}+}\r\n${USER} {1}\r\nx\r\n${LOGOUT}`)
    expect(heard).toMatch(/^\+ .*\r\na OK/m)
    const credentials = Buffer.from(`\0${USER}\0x`).toString('base64')
    expect(await imap(`a AUTHENTICATE PLAIN\r\n${credentials}\r\n${LOGOUT}`)).toMatch(/^a OK/m)
    expect(await imap(`a AUTHENTICATE PLAIN ${credentials}\r\n${LOGOUT}`)).toMatch(/^a OK/m)
  })

  it.each(['nobody-81275@mail.example', 'ana@missing.invalid', '""', '{24+}\r\nana\r\nBcc: x@mail.example'])(
    'refuses to sign in as %j',
    async (user) => {
      expect(await imap(`a LOGIN ${user} x\r\n${LOGOUT}`)).toMatch(/^a NO \[AUTHENTICATIONFAILED\]/m)
    },
  )

  it('sends parts of a message that belong together', async () => {
    const items = 'RFC822.SIZE BODY.PEEK[] BODY[HEADER] BODY[TEXT]<0.10> BODY[1.MIME] BODY[2] BODY[9]'
    const heard = await imap(`${LOGIN}s SELECT Drafts\r\nf FETCH 1 (${items})\r\n${LOGOUT}`)
    const size = Number(/RFC822\.SIZE (\d+)/.exec(heard)?.[1])
    const literalOf = (label: string): string => {
      const [whole = '', length] =
        new RegExp(`${label.replaceAll(/[[\]<>.]/g, '\\$&')} \\{(\\d+)\\}\r\n`).exec(heard) ?? []
      const start = heard.indexOf(whole) + whole.length
      return heard.slice(start, start + Number(length))
    }
    const message = literalOf('BODY[]')
    expect(message).toHaveLength(size)
    expect(message.startsWith(literalOf('BODY[HEADER]'))).toBe(true)
    expect(message.slice(literalOf('BODY[HEADER]').length)).toMatch(new RegExp(`^${literalOf('BODY[TEXT]<0>')}`))
    expect(message).toContain(literalOf('BODY[1.MIME]'))
    expect(message).toContain(literalOf('BODY[2]'))
    expect(heard).toContain('BODY[9] NIL')
  })

  it('finds messages by their flags, texts, dates and sizes', async () => {
    const keys = [
      'ALL',
      'UNSEEN',
      'SEEN',
      'OR SEEN UNSEEN',
      'NOT ALL',
      '1:3 LARGER 1',
      'BEFORE 1-Jan-2000',
      'FROM @',
      'HEADER Message-ID ""',
      'HEADER X-Spam ""',
    ]
    const searches = keys.map((key, index) => `s${index} SEARCH ${key}\r\n`).join('')
    const heard = await imap(`${LOGIN}s SELECT INBOX\r\n${searches}${LOGOUT}`)
    const found = [...heard.matchAll(/^\* SEARCH(.*)\r$/gm)].map(([, list = '']) => list.split(' ').length - 1)
    const [all = 0, unseen = 0, seen = 0] = found
    expect(unseen).toBeGreaterThan(0)
    expect(seen + unseen).toBe(all)
    expect(found.slice(3)).toEqual([all, 0, 3, 0, all, all, 0])
  })

  it('accepts no password without TLS, and forgets what was sent before TLS', async () => {
    const heard = await say(await connect('imap'), `a CAPABILITY\r\nb ${LOGIN.slice(2)}${LOGOUT}`)
    expect(heard).toMatch(/CAPABILITY .*STARTTLS.*LOGINDISABLED/)
    expect(heard).toMatch(/^b NO \[PRIVACYREQUIRED\]/m)
    const plain = await connect('imap')
    await once(plain, 'data')
    plain.write('a STARTTLS\r\ninjected NOOP\r\n')
    await once(plain, 'data')
    const secured = tls.connect({ socket: plain, servername: 'imap.mail.example', rejectUnauthorized: false })
    expect(await say(secured, LOGOUT)).toMatch(/^\* BYE Logging out\r\nz OK/)
  })

  it.each([
    ['a line that is too long', `a ${'x'.repeat(9000)}\r\n`, /^\* BYE/m],
    ['a literal that is too long', 'a LOGIN {5000}\r\n', /^a NO \[LIMIT\]/m],
    ['a literal that is too long and sent at once', 'a LOGIN {5000+}\r\n', /^\* BYE/m],
    ['a cancelled sign-in', 'a AUTHENTICATE PLAIN\r\n*\r\n', /^a BAD/m],
    ['an unknown charset', `${LOGIN}s SELECT Drafts\r\nf SEARCH CHARSET KOI8-R ALL\r\n`, /^f NO \[BADCHARSET \(/m],
    ['deep lists', `a SEARCH ${'('.repeat(50)}\r\n`, /^a BAD/m],
    ['an unfinished list', 'a STATUS INBOX (\r\n', /^a BAD/m],
    ['no tag', ' NOOP\r\n', /^\* BAD/m],
    ['a message number beyond the last', `${LOGIN}s SELECT Drafts\r\nf FETCH 999 FLAGS\r\n`, /^f BAD/m],
    ['unknown items', `${LOGIN}s SELECT Drafts\r\nf FETCH 1 (FLAGS SHOE)\r\n`, /^f BAD/m],
    ['invalid keys', `${LOGIN}s SELECT Drafts\r\nf SEARCH BEFORE yesterday\r\n`, /^f BAD/m],
  ])('refuses %s', async (_, text, reply) => {
    expect(await say(await connect('imaps'), `${text}${LOGOUT}`, /^(?:z OK|\* BYE)/m)).toMatch(reply)
  })

  it('survives any input', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'a',
        'UID',
        'FETCH',
        'SEARCH',
        'BODY[',
        ']<0.',
        '1:*',
        '(',
        ')',
        '"',
        '{3}',
        '{2+}',
        '\r\n',
        '\0',
      ),
      fc.uint8Array({ maxLength: 5 }).map((octets) => Buffer.from(octets).toString('latin1')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (words) => {
        const stream = await connect('imaps')
        stream.end(`${LOGIN}s SELECT Drafts\r\n${words.join(' ')}\r\n`, 'latin1')
        await say(stream, '')
      }),
      { numRuns: 30 },
    )
    expect(await imap(LOGOUT)).toMatch(/^z OK/m)
  })

  it('logs commands without passwords', async () => {
    const before = internet.requestCount
    await imap(`a LOGIN ${USER} secret-9\r\n${LOGOUT}`)
    const asked = internet.requests.slice(before - internet.requestCount)
    expect(asked.map(({ protocol, question }) => `${protocol} ${question}`)).toContain(`imaps LOGIN ${USER}`)
    expect(JSON.stringify(asked)).not.toContain('secret-9')
  })
})

describe('a server of POP3', () => {
  const pop3 = async (text: string): Promise<string> =>
    say(await connect('pop3s'), `USER ${USER}\r\nPASS x\r\n${text}QUIT\r\n`)

  it('has the inbox that email-migration finds on port 995, with the sizes of the messages that it sends', async () => {
    const { result } = await createToolbox({ ...WORLD, plan: 'enterprise' }).run(
      'email-migration',
      'imap.mail.example:995',
    )
    const heard = await pop3('STAT\r\nLIST 3\r\nRETR 3\r\n')
    expect(heard).toMatch(new RegExp(`^\\+OK ${result.estimated_emails} \\d+\r$`, 'm'))
    const size = Number(/^\+OK 3 (\d+)\r$/m.exec(heard)?.[1])
    const start = heard.indexOf('\r\n', heard.indexOf(`+OK ${size} octets`)) + 2
    expect(heard.slice(start + size, start + size + 3)).toBe('.\r\n')
  })

  it('sends the whole message for TOP with many lines, and the header alone for none', async () => {
    const parts = (await pop3('RETR 3\r\nTOP 3 99999999\r\nTOP 3 0\r\n')).split(/^\+OK.*\r\n/m)
    const [message = '', top, header = ''] = parts.slice(-4)
    expect(message).not.toBe('')
    expect(top).toBe(message)
    expect(header).toBe(`${message.slice(0, message.indexOf('\r\n\r\n') + 4)}.\r\n`)
  })

  it('refuses a cancelled sign-in', async () => {
    expect(await say(await connect('pop3s'), 'AUTH PLAIN\r\n*\r\nQUIT\r\n')).toMatch(
      /^-ERR Authentication cancelled\r$/m,
    )
  })

  it('refuses to delete, unknown commands, and messages that are not there', async () => {
    const heard = await pop3('DELE 1\r\nRETR 0\r\nRETR 99999999\r\nTOP 1\r\nLIST x\r\nSHOE\r\n')
    expect(heard.match(/^-ERR/gm)).toHaveLength(6)
  })

  it('accepts no password without TLS, and no long line', async () => {
    const heard = await say(await connect('pop3'), `CAPA\r\nUSER ${USER}\r\nPASS x\r\nQUIT\r\n`)
    expect(heard).toMatch(/^STLS\r$/m)
    expect(heard).toMatch(/^-ERR Start TLS/m)
    expect(await say(await connect('pop3'), 'x'.repeat(5000), /-ERR/)).toMatch(/^-ERR/m)
  })
})

it.each([
  ['imaps', 'SELECT INBOX', `${LOGIN}s SELECT INBOX\r\nf SEARCH ${'NOT TEXT zzzz '.repeat(12).trim()}\r\n${LOGOUT}`],
  ['pop3s', 'STAT', `USER ${USER}\r\nPASS x\r\n${'STAT\r\n'.repeat(3000)}QUIT\r\n`],
] as const)('a server of %s answers other clients during long work for one', async (protocol, begun, work) => {
  const before = internet.requestCount
  const ended: string[] = []
  const long = say(await connect(protocol), work).then(() => ended.push('first'))
  const asked = () => internet.requests.slice(before - internet.requestCount).map(({ question }) => question)
  await vi.waitUntil(() => asked().includes(begun), { interval: 1, timeout: 20_000 })
  const other = say(await connect('imap'), LOGOUT).then(() => ended.push('other'))
  await Promise.all([long, other])
  expect(ended).toEqual(['other', 'first'])
})

it.each([
  ['imap', '* BYE Too many invalid commands', '?\r\n'],
  ['imap', '* BYE Too many invalid commands', 'a SELECT INBOX\r\n'],
  ['pop3', '-ERR Too many invalid commands', 'RETR 1\r\n'],
])('a server of %s ends with “%s” for a client that repeats %j', async (protocol, last, line) => {
  const heard = await say(net.connect({ host: '127.0.0.1', port: portOf(protocol) }), line.repeat(1000))
  expect(heard.trim().split('\r\n').at(-1)).toBe(last)
  expect(heard.split('\r\n').length).toBeLessThan(30)
})
