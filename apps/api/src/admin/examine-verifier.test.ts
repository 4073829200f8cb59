import type { Connection } from '@netbox/email-verifier'
import { describe, expect, it } from 'vitest'
import { examineVerifier, type Network } from './examine-verifier.ts'

const settings = { mode: 'smtp', helo: 'verify.shop.net', mailFrom: 'bounces@shop.net', port: 25 } as const
const listed = <Record>(records: readonly Record[] = []) => ({ exists: records.length > 0, records })

interface World {
  readonly addresses?: Readonly<Record<string, readonly string[]>>
  readonly pointers?: Readonly<Record<string, readonly string[]>>
  readonly texts?: Readonly<Record<string, readonly string[]>>
  readonly exchanges?: Readonly<Record<string, readonly string[]>>
  readonly greeting?: string | undefined
}

/** Settings without problems. */
const well = {
  addresses: { 'verify.shop.net': ['203.0.113.9'], 'mx2.gmail.com': ['2001:db8::25', '198.51.100.25'] },
  pointers: { '203.0.113.9': ['Verify.Shop.net.'] },
  texts: { 'shop.net': ['google-site-verification=1', 'v=spf1 ip4:203.0.113.0/24 -all'] },
  exchanges: { 'gmail.com': ['mx2.gmail.com', 'mx1.gmail.com'] },
  greeting: '220 mx.google.com ESMTP ready\r\n',
}

const connectionOf = (greeting: string, written: string[]): Connection => {
  const read = async function* () {
    yield Buffer.from(greeting)
  }
  const connection: Connection = {
    read: () => read(),
    write: async (bytes) => void written.push(bytes),
    startTls: async () => connection,
    close: () => undefined,
  }
  return connection
}

const lookAt = async (world: World, written: string[] = [], connected: string[] = []) => {
  const network: Network = {
    resolver: {
      addresses: async (host) => listed(world.addresses?.[host]),
      exchanges: async (name) => listed(world.exchanges?.[name]?.map((host, index) => ({ host, preference: index }))),
    },
    connector: {
      connect: async ({ address, port }) => {
        connected.push(`${address} ${port}`)
        if (world.greeting === undefined) throw new Error('ETIMEDOUT')
        return connectionOf(world.greeting, written)
      },
    },
    pointers: async (address) => world.pointers?.[address] ?? [],
    texts: async (name) => world.texts?.[name] ?? [],
  }
  return (await examineVerifier(settings, network)).map(({ kind, text }) => `${kind} ${text}`)
}

describe('the doctor’s check of email verification', () => {
  it('passes when name, port and sender are correct', async () => {
    const [written, connected]: string[][] = [[], []]
    expect(await lookAt(well, written, connected)).toEqual([
      'ok VERIFIER_HELO verify.shop.net resolves to 203.0.113.9, which resolves back to it.',
      'ok A mail server answers on port 25 of mx2.gmail.com: mail servers can be reached.',
      'ok The SPF record of shop.net allows 203.0.113.9.',
    ])
    expect(connected).toEqual(['198.51.100.25 25'])
    expect(written).toEqual(['QUIT\r\n'])
  })

  it.each<[string, World, string]>([
    ['no address of the name', { addresses: { 'mx2.gmail.com': ['198.51.100.25'] } }, 'does not resolve.'],
    ['an address that resolves to nothing', { pointers: {} }, '203.0.113.9, which resolves back to nothing.'],
    [
      'an address that resolves to the name of the hoster',
      { pointers: { '203.0.113.9': ['static.9.hoster.net'] } },
      'resolves back to static.9.hoster.net. Set its PTR record to verify.shop.net.',
    ],
    ['a port that is closed', { greeting: undefined }, 'No mail server answers on port 25 of mx2.gmail.com.'],
    [
      'a server that refuses us',
      { greeting: '554 5.7.1 You are\u001b[2J listed\r\n' },
      'mx2.gmail.com refuses this machine: 554 5.7.1 You are [2J listed',
    ],
    ['name servers that know no mail servers', { exchanges: {} }, 'The mail servers of gmail.com are not found.'],
    ['no SPF record', { texts: { 'shop.net': ['v=spf10 all'] } }, 'has no SPF record.'],
    [
      'two SPF records',
      { texts: { 'shop.net': ['v=spf1 -all', 'v=spf1 +all'] } },
      '(permerror): shop.net publishes 2 SPF records.',
    ],
    [
      'an SPF record without this machine',
      { texts: { 'shop.net': ['v=spf1 ip4:192.0.2.1 ~all'] } },
      'The SPF record of shop.net does not allow 203.0.113.9. Add it: v=spf1 ip4:192.0.2.1 ~all',
    ],
  ])('is a failure with advice: %s', async (_name, world, text) => {
    const findings = await lookAt({ ...well, ...world })
    const failures = findings.filter((finding) => finding.startsWith('fail '))
    expect(failures).toHaveLength(1)
    expect(failures[0]).toContain(text)
    expect(findings.length).toBeGreaterThanOrEqual(2)
  })

  it('names the unknown part when the nameservers do not answer', async () => {
    const away = async () => {
      throw new Error('ETIMEOUT')
    }
    const network: Network = {
      resolver: { addresses: away, exchanges: away },
      connector: { connect: away },
      pointers: away,
      texts: away,
    }
    const findings = await examineVerifier(settings, network)
    expect(findings).toHaveLength(3)
    for (const { kind, text } of findings)
      expect(`${kind} ${text}`).toMatch(/^fail .* could not be checked: the nameservers/)
  })

  it('is a note, and sends nothing, if no mail server is contacted', async () => {
    const network = new Proxy({} as Network, {
      get: () => {
        throw new Error('looked')
      },
    })
    expect(await examineVerifier({ mode: 'off' }, network)).toMatchObject([{ kind: 'note' }])
    expect(await examineVerifier({ mode: 'simulated' }, network)).toMatchObject([
      { kind: 'note', text: expect.stringContaining('VERIFIER_HELO and VERIFIER_MAIL_FROM') },
    ])
  })
})

describe('the SPF record of the sender', () => {
  const address = '203.0.113.9'
  const lookFrom = async (record: string, more: World = {}) => {
    const texts = { 'shop.net': [record], '_spf.hoster.net': ['v=spf1 ip4:203.0.113.0/24 -all'] }
    const addresses = { ...well.addresses, 'mx.shop.net': [address] }
    const world = { ...well, addresses, texts, exchanges: { ...well.exchanges, 'shop.net': ['mx.shop.net'] }, ...more }
    return (await lookAt(world)).at(-1)
  }
  const allowed = `ok The SPF record of shop.net allows ${address}.`

  it.each([
    'v=spf1 ip4:203.0.113.0/28 -all',
    'v=spf1 mx -all',
    'v=spf1 include:_spf.hoster.net -all',
    'v=spf1 redirect=_spf.hoster.net',
    'v=spf1 a:%{l}.shop.net mx:%{d} -all',
    'v=spf1 ptr:shop.net -all',
  ])('allows this machine through its includes, hosts and macros: %s', async (record) => {
    expect(await lookFrom(record)).toBe(allowed)
  })

  it.each([
    ['v=spf1 include:_spf.gone.net -all', '(permerror): it includes a domain without an SPF record.'],
    ['v=spf1 ip4:x -all', "(permerror): 'ip4:x' is not an SPF term."],
    ['v=spf1 -ip4:203.0.113.9 +all', 'does not allow 203.0.113.9. Add it: v=spf1 -ip4:203.0.113.9 +all'],
    ['v=spf1 ?all', 'does not allow 203.0.113.9.'],
  ])('is a failure with the reason: %s', async (record, reason) => {
    const finding = await lookFrom(record)
    expect(finding).toMatch(/^fail /)
    expect(finding).toContain(reason)
  })

  it('ends for a record that includes itself', async () => {
    expect(await lookFrom('v=spf1 include:shop.net -all')).toContain('(permerror): it needs more than ten DNS lookups')
  })
})
