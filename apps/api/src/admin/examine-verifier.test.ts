import type { Connection } from '@netbox/email-verifier'
import { describe, expect, it } from 'vitest'
import { askSpf, examineVerifier, type Network } from './examine-verifier.ts'

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
    ['two SPF records', { texts: { 'shop.net': ['v=spf1 -all', 'v=spf1 +all'] } }, 'has 2 SPF records.'],
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

describe('an SPF record', () => {
  const ask = (record: string, address = '203.0.113.9') =>
    askSpf(
      record,
      { domain: 'shop.net', address },
      {
        addresses: async (host) =>
          ({ 'shop.net': ['203.0.113.9'], 'mx.shop.net': ['203.0.113.25'], 'v6.shop.net': ['2001:db8::25'] })[host] ??
          [],
        exchanges: async () => ['mx.shop.net'],
      },
    )

  it.each([
    ['v=spf1 ip4:203.0.113.9 -all', 'allows'],
    ['v=spf1 ip4:203.0.113.0/28 -all', 'allows'],
    ['v=spf1 ip4:203.0.113.16/28 -all', 'refuses'],
    ['v=spf1 -ip4:203.0.113.9 +all', 'refuses'],
    ['v=spf1 a -all', 'allows'],
    ['v=spf1 a:shop.net/24 -all', 'allows'],
    ['v=spf1 a:mx.shop.net -all', 'refuses'],
    ['v=spf1 mx -all', 'refuses'],
    ['v=spf1 mx/24 -all', 'allows'],
    ['v=spf1 A +ALL', 'allows'],
    ['v=spf1 ?all', 'refuses'],
    ['v=spf1', 'refuses'],
    ['v=spf1 include:_spf.hoster.net -all', 'unknown'],
    ['v=spf1 redirect=_spf.hoster.net', 'unknown'],
    ['v=spf1 redirect=_spf.hoster.net ip4:203.0.113.9', 'allows'],
    ['v=spf1 redirect=_spf.hoster.net -all', 'refuses'],
    ['v=spf1 exp=%{i}.why.shop.net ip4:203.0.113.9 -all', 'allows'],
    ['v=spf1 mx/24//64 -all', 'allows'],
    ['v=spf1 mx//64 -all', 'refuses'],
    ['v=spf1 a:%{d} -all', 'unknown'],
    ['v=spf1 something+else -all', 'unknown'],
    ['v=spf1 -all ', 'refuses'],
    ['v=spf1 exists:%{i}.shop.net -all', 'unknown'],
    ['v=spf1 ip4:203.0.113.9 include:_spf.hoster.net -all', 'allows'],
    ['v=spf1 ip4:203.0.113.9/99 ip4:x ip6:: -all', 'refuses'],
  ])('%s: %s', async (record, answer) => {
    expect(await ask(record)).toBe(answer)
  })

  it('supports IPv6 networks too', async () => {
    expect(await ask('v=spf1 ip6:2001:db8::/32 -all', '2001:db8::9')).toBe('allows')
    expect(await ask('v=spf1 ip6:2001:db9::/32 -all', '2001:db8::9')).toBe('refuses')
    expect(await ask('v=spf1 ip4:0.0.0.0/0 -all', '2001:db8::9')).toBe('refuses')
    expect(await ask('v=spf1 a:v6.shop.net/24//64 -all', '2001:db8::9')).toBe('allows')
    expect(await ask('v=spf1 a:v6.shop.net/24 -all', '2001:db8::9')).toBe('refuses')
  })
})
