import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createToolbox, ToolError } from '@netbox/core'
import { afterAll, describe, expect, it } from 'vitest'
import { createResolver } from '../resolver/create-resolver.ts'
import { parseWorld, worldText } from './parse-world.ts'
import { readWorldFile } from './read-world-file.ts'

const ZONE = `$ORIGIN shop.example.
$TTL 1h
@ IN SOA ns1 hostmaster (
      2026112001 ; serial
      2h 900 2w 300 )
@ IN NS ns1
  IN NS ns2.dns.example.
@ 300 IN MX 10 mx1.corp.example.
  IN MX 20 mx2
@ IN TXT "v=spf1 mx" " -all" ; the policy; not this
ns1 A 198.51.100.1
    IN 600 AAAA 2001:db8::1
s1._domainkey TXT ( "v=DKIM1; k=rsa; "
   "p=abc" )
@ CAA 0 issue "letsencrypt.org"
@ CAA 0 iodef "mailto:security@shop.example"
_submission._tcp SRV 0 1 587 mail
$ORIGIN sub.shop.example.
$TTL 60
api A 198.51.100.9
www CNAME @
`

const DOCUMENT = `# Facts of the shop
domains:
  shop.example:
    records: { MX: [{ priority: 10, exchange: mx1.corp.example }], TXT: ["v=spf1 mx -all"] }
    scenario: block-listed
  gone.example: { dns: nxdomain }
hosts:
  mx1.corp.example: { smtp: { state: refused, greylist: false }, ports: { 25: refused } }
  www.shop.example: { certificate: { expires: 2026-12-01 } }
addresses:
  198.51.100.7: { listed: [harvest-trap.example], ptr: mx1.corp.example }
`

const messageOf = (text: string, options?: Parameters<typeof parseWorld>[1]): string => {
  try {
    return JSON.stringify(parseWorld(text, options))
  } catch (error) {
    return error instanceof ToolError ? error.message : String(error)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'world-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the text of a world document', () => {
  it('is YAML or JSON, and is returned in canonical form', () => {
    const world = parseWorld(DOCUMENT)
    expect(world).toEqual({
      domains: {
        'gone.example': { dns: 'nxdomain' },
        'shop.example': {
          records: { MX: [{ priority: 10, exchange: 'mx1.corp.example' }], TXT: ['v=spf1 mx -all'] },
          scenario: 'block-listed',
        },
      },
      hosts: {
        'mx1.corp.example': { smtp: { state: 'refused', greylist: false }, ports: { 25: 'refused' } },
        'www.shop.example': { certificate: { expires: '2026-12-01' } },
      },
      addresses: { '198.51.100.7': { listed: ['harvest-trap.example'], ptr: 'mx1.corp.example' } },
    })
    expect(parseWorld(JSON.stringify(world))).toEqual(world)
    expect(parseWorld('')).toEqual({})
  })

  it('may contain zone files: origins, TTLs, parentheses, strings and relative names', () => {
    const world = parseWorld('domains: { shop.example: { zone: ./shop.zone } }', { readFile: () => ZONE })
    expect(world.domains).toEqual({
      'shop.example': {
        complete: true,
        records: {
          CAA: [
            { issue: 'letsencrypt.org', ttl: 3600 },
            { tag: 'iodef', value: 'mailto:security@shop.example', ttl: 3600 },
          ],
          MX: [
            { priority: 10, exchange: 'mx1.corp.example', ttl: 300 },
            { priority: 20, exchange: 'mx2.shop.example', ttl: 3600 },
          ],
          NS: [
            { host: 'ns1.shop.example', ttl: 3600 },
            { host: 'ns2.dns.example', ttl: 3600 },
          ],
          SOA: {
            primary: 'ns1.shop.example',
            mailbox: 'hostmaster@shop.example',
            serial: 2026112001,
            refresh: 7200,
            retry: 900,
            expire: 1_209_600,
            minimum: 300,
            ttl: 3600,
          },
          TXT: [{ strings: ['v=spf1 mx', ' -all'], ttl: 3600 }],
        },
      },
      'ns1.shop.example': {
        records: { A: [{ address: '198.51.100.1', ttl: 3600 }], AAAA: [{ address: '2001:db8::1', ttl: 600 }] },
      },
      's1._domainkey.shop.example': { records: { TXT: [{ strings: ['v=DKIM1; k=rsa; ', 'p=abc'], ttl: 3600 }] } },
      '_submission._tcp.shop.example': {
        records: { SRV: [{ priority: 0, weight: 1, port: 587, host: 'mail.shop.example', ttl: 3600 }] },
      },
      'api.sub.shop.example': { records: { A: [{ address: '198.51.100.9', ttl: 60 }] } },
      'www.sub.shop.example': { records: { CNAME: { target: 'sub.shop.example', ttl: 60 } } },
    })
  })

  it('may contain zone files with records of any type', () => {
    const zone = String.raw`
      @ HTTPS 1 . alpn=h2
      _25._tcp.mx TLSA 3 1 1 00FF
      @ TYPE65280 \# 2 0A0B
      @ DNSKEY 257 3 13 AQID
    `
    const world = parseWorld('domains: { shop.example: { zone: ./shop.zone } }', {
      readFile: () => zone.replaceAll('      ', ''),
    })
    expect(world.domains).toEqual({
      '_25._tcp.mx.shop.example': {
        records: { TLSA: [{ usage: 3, selector: 1, matchingType: 1, data: '00ff', ttl: 3600 }] },
      },
      'shop.example': {
        complete: true,
        records: {
          TYPE65: [{ data: '00010000010003026832', ttl: 3600 }],
          TYPE65280: [{ data: '0a0b', ttl: 3600 }],
        },
      },
    })
  })

  it('reads a zone file as the whole zone, unless the document says otherwise', () => {
    const zone = '@ MX 0 .\n*.dyn A 198.51.100.9\n'
    const completeOf = (fields: string) =>
      parseWorld(`domains: { shop.example: { zone: ./shop.zone${fields} } }`, { readFile: () => zone }).domains
    expect(completeOf('')).toEqual({
      '*.dyn.shop.example': { records: { A: [{ address: '198.51.100.9', ttl: 3600 }] } },
      'shop.example': { records: { MX: [{ priority: 0, exchange: '.', ttl: 3600 }] }, complete: true },
    })
    expect(completeOf(', complete: false')?.['shop.example']).not.toHaveProperty('complete')
  })

  it('warns of the lines of a zone that it ignores, with file and line', () => {
    const warningsOf = (zone: string, text = 'domains: { shop.example: { zone: ./shop.zone } }') => {
      const warnings: string[] = []
      parseWorld(text, { readFile: () => zone, onWarning: (warning) => warnings.push(warning) })
      return warnings
    }
    expect(warningsOf('@ TXT a\n@ DNSKEY 257 3 13 AQID\nold DNAME new\n_http._tcp PTR www\n')).toEqual([
      './shop.zone:2: netbox ignores the DNSKEY record of shop.example: it signs zones with its own keys.',
    ])
    const inText = 'domains:\n  shop.example:\n    zone: |\n      @ TXT a\n      @ DNSKEY 257 3 13 AQID\n'
    expect(warningsOf('', inText)).toEqual([
      'world:5: netbox ignores the DNSKEY record of shop.example: it signs zones with its own keys.',
    ])
    const many = warningsOf(Array.from({ length: 23 }, (_, index) => `h${index} DNSKEY 257 3 13 AQID\n`).join(''))
    expect(many).toHaveLength(21)
    expect(many[20]).toBe('./shop.zone: netbox ignores 3 more records.')
    expect(warningsOf('blog.example. A 198.51.100.1\n')).toEqual([
      './shop.zone:1: netbox ignores the A record of blog.example: it is not in the zone.',
    ])
    expect(warningsOf('@ TXT a\n')).toEqual([])
  })

  it('reads the PTR records of a reverse zone as the names of addresses', () => {
    const zone = '@ SOA ns1.shop.example. a.shop.example. 1 2 3 4 5\n@ NS ns1.shop.example.\n'
    const warnings: string[] = []
    const world = parseWorld('domains: { 100.51.198.in-addr.arpa: { zone: ./reverse.zone } }', {
      readFile: () => `${zone}7 PTR mx1.shop.example.\n7 PTR old.shop.example.\n8 PTR mx2.shop.example.\n@ TXT x\n`,
      onWarning: (warning) => warnings.push(warning),
    })
    expect(world).toEqual({
      addresses: { '198.51.100.7': { ptr: 'mx1.shop.example' }, '198.51.100.8': { ptr: 'mx2.shop.example' } },
    })
    expect(warnings).toEqual([
      './reverse.zone:4: netbox ignores the PTR record of 7.100.51.198.in-addr.arpa: netbox has one name for each address.',
      './reverse.zone:6: netbox ignores the TXT record of 100.51.198.in-addr.arpa: reverse zones have the PTR records of addresses.',
    ])
    const parse = () =>
      parseWorld('domains: { 100.51.198.in-addr.arpa: { zone: ./reverse.zone } }', { readFile: () => '\n7 PTR mx1' })
    expect(parse).toThrow(
      "./reverse.zone:2: addresses.198.51.100.7.ptr: 'mx1.100.51.198.in-addr.arpa' is a reverse name",
    )
  })

  it('accepts the text of a zone in the document, together with other statements', () => {
    const world = parseWorld(
      'domains:\n  shop.example:\n    records: { TXT: ["v=spf1 -all"] }\n    zone: |\n      @ MX 5 mail\n      mail A 198.51.100.8\n',
    )
    expect(world.domains).toEqual({
      'mail.shop.example': { records: { A: [{ address: '198.51.100.8', ttl: 3600 }] } },
      'shop.example': {
        complete: true,
        records: { MX: [{ priority: 5, exchange: 'mail.shop.example', ttl: 3600 }], TXT: ['v=spf1 -all'] },
      },
    })
  })

  it.each([
    [
      'domains:\n  shop.example:\n    recrods: {}\n',
      "world:3: domains.shop.example.recrods: Unknown field 'recrods'. Did you mean 'records'?",
    ],
    [
      'domains:\n  shop.example:\n    records:\n      MX:\n        - { priority: 1, exchange: mx.example }\n        - { priority: high, exchange: mx1.corp.example }\n',
      "world:6: domains.shop.example.records.MX[1].priority: Expected a whole number from 0 to 65535, not 'high'.",
    ],
    [
      'hosts:\n  a.example: { ports: { 25: shut } }\n',
      "world:2: hosts.a.example.ports.25: 'shut' is not a state of a port. Known: open, refused, silent.",
    ],
    ['domains: [1', 'world:1:12: '],
    ['a: 1\na: 2', 'world:2:1: Map keys must be unique'],
    [
      'domains: { shop.example: { zone: ./shop.zone } }',
      'world:1: domains.shop.example.zone: Files cannot be read here.',
    ],
    [
      'domains: { shop.example: { zone: 7 } }',
      'world:1: domains.shop.example.zone: Expected the path of a zone file, or its text.',
    ],
    [
      'domains:\n  shop.example:\n    zone: |\n      @ MX 10 mail\n      nonsense\n',
      'world:5: The record has no type.',
    ],
    [
      'domains:\n  shop.example:\n    zone: |\n      @ MX 10 mail\n      $INCLUDE other\n',
      "world:5: '$INCLUDE' is not a supported directive.",
    ],
    [
      'domains:\n  shop.example:\n    zone: |\n      @ MX 10 mail\n      www A 999.1.1.1\n',
      "world:5: '999.1.1.1' is not an IPv4 address.",
    ],
    [
      'domains:\n  shop.example:\n    records: { MX: [{ priority: 1, exchange: mx.example }] }\n    zone: |\n      @ MX 10 mail\n      www A 198.51.100.1\n',
      'world:5: MX records of shop.example are listed twice.',
    ],
    [
      'x: &a [1,1,1,1,1]\ny: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'world: Excessive alias count',
    ],
  ])('%j is refused with line and field', (text, message) => {
    expect(messageOf(text)).toContain(message)
  })

  it.each([
    ['a file of passwords', 'root:$6$secret:19000:0:99999:7:::\nwww A 192.0.2.1\n'],
    ['a file of settings', '# settings\nTOKEN=secret\n'],
    ['a key', '-----BEGIN secret-----\n'],
    ['a file with a wrong escape', 'secret \\9 secret\n'],
    ['a file with a directive of its own', '$secret value\n'],
    ['a file with a parenthesis', 'secret (\n'],
  ])('does not show %s that a document from elsewhere names as zone', (_title, text) => {
    const document = 'domains: { shop.example: { zone: /etc/shadow } }'
    const message = messageOf(document, { readFile: () => text })
    expect(message).toMatch(/^\/etc\/shadow:\d+: This is no zone file: expected a directive or a record, as in /)
    expect(message).not.toMatch(/secret|\\9/)
  })

  it('names the zone file and its line, and an unreadable file', () => {
    const options = { name: 'facts.yaml', readFile: () => '@ MX 10 mail\nwww A 999.1.1.1\n' }
    const text = 'domains: { shop.example: { zone: ./shop.zone } }'
    expect(messageOf(text, options)).toBe("./shop.zone:2: '999.1.1.1' is not an IPv4 address.")
    const fail = (): string => {
      throw new Error('no such file')
    }
    expect(messageOf(text, { name: 'facts.yaml', readFile: fail })).toBe(
      "facts.yaml:1: domains.shop.example.zone: ./shop.zone can't be read: no such file.",
    )
  })

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['JSON', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['lists in one line', `${'- '.repeat(20_000)}a`],
    ['keys in one line', `${'? '.repeat(20_000)}a`],
    ['indentation', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('may not be nested deeply, as %s', (_what, text) => {
    expect(messageOf(`# A world\n${text}`)).toMatch(/^world:\d+: It is nested more than 50 levels deep\.$/)
  })

  it('and its zones have a limit in all', () => {
    const limit = 'a world file has at most 1 MB, and so have all its zones together.'
    expect(messageOf(`#${'x'.repeat(1_000_000)}`)).toBe(`world: The text is too large: ${limit}`)
    const zones = 'domains:\n  a.example: { zone: a.zone }\n  b.example: { zone: b.zone }\n'
    expect(messageOf(zones, { readFile: () => `; ${'x'.repeat(600_000)}` })).toBe(
      `world:3: domains.b.example.zone: The zone is too large: ${limit}`,
    )
    const inside = `domains:\n  shop.example:\n    zone: |\n${'      ; x\n'.repeat(90_000)}`
    expect(messageOf(inside)).toBe('{"domains":{"shop.example":{"complete":true}}}')
  })

  it('is not repeated in an error', () => {
    expect(messageOf('!'.repeat(10_000)).length).toBeLessThan(300)
  })

  it.each([
    ['a device without end', '/dev/zero', 'it is not a regular file'],
    ['a pipe without a writer', 'pipe', 'it is not a regular file'],
    ['a file of more than 1 MB', 'large', 'it is too large'],
  ])("can't come from %s, nor can a zone", (_what, name, reason) => {
    const path = resolve(folder, name)
    if (name === 'pipe') execFileSync('mkfifo', [path])
    if (name === 'large') writeFileSync(path, ' '.repeat(1_000_001))
    const message = `${reason}; a world file has at most 1 MB, and so have all its zones together`
    expect(() => readWorldFile(path)).toThrow(message)
    const world = join(folder, `${basename(path)}.yaml`)
    writeFileSync(world, `domains:\n  shop.example: { zone: ${JSON.stringify(path)} }\n`)
    expect(() => readWorldFile(world)).toThrow(`${path} can't be read: ${message}.`)
  })

  it('keeps the octets of a zone file that is not in UTF-8', () => {
    writeFileSync(join(folder, 'latin.yaml'), 'domains:\n  shop.example: { zone: ./latin.zone }\n')
    writeFileSync(join(folder, 'latin.zone'), Buffer.from('@ TXT caf\u00e9 ; \u00e9\n', 'latin1'))
    const { records } = readWorldFile(join(folder, 'latin.yaml')).domains?.['shop.example'] ?? {}
    expect(records).toEqual({ TXT: [{ strings: [String.raw`caf\233`], ttl: 3600 }] })
  })

  it('can come from a file, with zone files next to it', async () => {
    writeFileSync(join(folder, 'world.yaml'), 'domains:\n  shop.example: { zone: ./shop.zone }\n')
    writeFileSync(join(folder, 'shop.zone'), ZONE)
    const world = readWorldFile(join(folder, 'world.yaml'))
    const run = await createToolbox({ seed: 'k3f9', world }).run('mx-record', 'shop.example')
    expect(run.result.records.map(({ exchange }) => exchange)).toEqual(['mx1.corp.example', 'mx2.shop.example'])
    const resolver = createResolver({ seed: 'k3f9', world })
    expect(await resolver.resolve4('ns1.shop.example', { ttl: true })).toEqual([{ address: '198.51.100.1', ttl: 3600 }])
    expect(await resolver.resolveCaa('shop.example')).toEqual([
      { critical: 0, issue: 'letsencrypt.org' },
      { critical: 0, iodef: 'mailto:security@shop.example' },
    ])
    expect(await resolver.resolveTxt('shop.example')).toEqual([['v=spf1 mx', ' -all']])
    const texts = await createToolbox({ seed: 'k3f9', world }).run('txt-record', 'shop.example')
    expect(texts.result.records).toEqual([{ value: 'v=spf1 mx -all', ttl: 3600 }])
    expect(() => readWorldFile(join(folder, 'none.yaml'))).toThrow('ENOENT')
    expect(() => readWorldFile(folder)).toThrow('EISDIR')
  })
})

describe('a nameserver without an address', () => {
  const warningsOf = (text: string, zones: Readonly<Record<string, string>> = {}) => {
    const warnings: string[] = []
    parseWorld(text, {
      name: 'world.yaml',
      readFile: (path) => zones[path] ?? '',
      onWarning: (warning) => warnings.push(warning),
    })
    return warnings
  }
  const message = (host: string) =>
    `The nameserver ${host} has no address: resolvers answer SERVFAIL for shop.example and all names below it.`

  it('is named with its line, in a document and in a zone file', () => {
    expect(warningsOf('domains:\n  Shop.Example:\n    records:\n      NS:\n        - ns1.gone.invalid\n')).toEqual([
      `world.yaml:5: ${message('ns1.gone.invalid')}`,
    ])
    const zone = '$TTL 3600\n@ SOA ns1 hostmaster 1 7200 900 1209600 300\n@ NS ns1\n'
    expect(warningsOf('domains: { shop.example: { zone: shop.zone } }', { 'shop.zone': zone })).toEqual([
      `shop.zone:3: ${message('ns1.shop.example')}`,
    ])
  })
})

describe('the octets of a world file', () => {
  it('are UTF-8 or marked UTF-16, also in zone files; others are named with their line', () => {
    const utf16 = (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')])
    const document = 'domains: { shop.example: { zone: shop.zone } }'
    const zone = '$ORIGIN shop.example.\n$TTL 60\n@ TXT "grün"\n'
    const world = parseWorld(worldText(utf16(document), 'w'), { readFile: () => utf16(zone) })
    expect(world.domains?.['shop.example']?.records?.TXT).toEqual([{ value: 'grün', ttl: 60 }])
    expect(() => worldText(Buffer.from('a: 1\n# grün\n', 'latin1'), 'w.yaml')).toThrow(
      'w.yaml:2: The line is not UTF-8. Save the file as UTF-8.',
    )
  })
})

describe('the words of errors', () => {
  const errorOf = (text: string): string => {
    try {
      parseWorld(text)
      return ''
    } catch (error) {
      return (error as Error).message // parseWorld throws errors only.
    }
  }
  it.each([
    [
      'domains:\n  *.a.example:\n    records: {}\n',
      `world:2:3: '*.a.example' needs quotes, because YAML reads * as a reference: "*.a.example".`,
    ],
    [
      'domains: [*.a.example]',
      `world:1:11: '*.a.example' needs quotes, because YAML reads * as a reference: "*.a.example".`,
    ],
    ['domains:\n\ta.example:\n', 'world:2:1: The line begins with a tab. YAML allows only spaces there.'],
    ['domains: { a.example: { dns: @x } }', "world:1:30: A value that begins with '@' needs quotes."],
    [
      'domains: { a.example: { records: { TXT: [123] } } }',
      'world:1: domains.a.example.records.TXT[0]: Expected a text, not 123.',
    ],
    [
      'domains: { a.example: { nothing: 1 } }',
      "world:1: domains.a.example.nothing: Unknown field 'nothing'. Known fields: zone, records, complete, update, transfer, secondaries, dns, dnssec, scenario.",
    ],
    [
      'domains: { a.example: { records: { FOOBARS: [] } } }',
      "world:1: domains.a.example.records.FOOBARS: Unknown field 'FOOBARS'. Known fields: A, AAAA, CAA, CNAME, DNAME, MX, NS, SOA, SRV, TLSA, TXT, TYPE and a number.",
    ],
  ])('say what to do: %j', (text, message) => {
    expect(errorOf(text)).toBe(message)
  })
})

describe('the keys of a world file', () => {
  const secret = 'c2VjcmV0IG9mIHRlc3Rz'
  const read = (keys: string, domain = '') => {
    const [warnings, given]: [string[], object[]] = [[], []]
    const world = parseWorld(`keys:\n  ${keys}\ndomains:\n  shop.example: { ${domain} }\n`, {
      onWarning: (warning) => warnings.push(warning),
      onKeys: (found) => given.push(found),
    })
    return { warnings, keys: given[0], world: JSON.stringify(world) }
  }

  it('are given to the reader apart from the document, which has only their names', () => {
    const { keys, world, warnings } = read(
      `Deploy.: { algorithm: hmac-sha256, secret: ${secret} }`,
      'update: [deploy.], complete: true, transfer: any, secondaries: [self, 192.0.2.7]',
    )
    expect(keys).toEqual({ deploy: { algorithm: 'hmac-sha256', secret } })
    expect(world).toContain('"update":["deploy"],"transfer":"any","secondaries":["self","192.0.2.7"]')
    expect(world).not.toContain(secret)
    expect(warnings).toEqual([])
  })

  it('that a zone names and the file lacks cause a warning', () => {
    const { warnings } = read(`other: { algorithm: hmac-sha512, secret: ${secret} }`, 'update: [deploy, other]')
    expect(warnings).toEqual(['world:4: no key has the name deploy, so servers refuse it. List it under keys.'])
  })

  it.each([
    [`deploy: { algorithm: hmac-sha256, secret: "${secret}!" }`, 'world:2: keys.deploy.secret: A secret is Base64'],
    [
      `deploy: { algorithm: rot13, secret: ${secret} }`,
      "world:2: keys.deploy.algorithm: 'rot13' is not a TSIG algorithm.",
    ],
    ['deploy: { algorithm: hmac-sha256 }', 'world:2: keys.deploy'],
    ['"no name": { algorithm: hmac-sha256, secret: x }', "world:2: keys.no name: 'no name' is not a domain name."],
  ])('with a mistake are refused without their secret: %s', (keys, message) => {
    const error = (() => {
      try {
        return read(keys)
      } catch (refused) {
        return String(refused)
      }
    })()
    expect(error).toContain(message)
    expect(error).not.toContain(secret)
  })

  it.each([
    ['complete: true, transfer: [], update: []', 'Expected at least one item'],
    ['transfer: any', 'Servers transfer whole zones'],
    ['complete: true, transfer: some', 'is not a list of keys, nor a word for all clients. Known: any.'],
    ['secondaries: [ns1.shop.example]', 'is not an IP address'],
  ])('have rights in whole zones: %s', (domain, message) => {
    expect(() => read('{}', domain)).toThrow(message)
    expect(() => parseWorld('domains: { www.shop.example: { update: [deploy] } }')).toThrow(
      "'update' belongs to a zone. State it under shop.example",
    )
  })
})

describe('a zone file in place of a document', () => {
  const zone = '@ SOA ns1 hostmaster 1 7200 900 1209600 300\n@ NS ns1\nns1 A 192.0.2.1\n'

  it.each([
    ['$ORIGIN', `$ORIGIN shop.example.\n${zone}`, 'any'],
    ['the SOA record', zone.replace('@ SOA', 'shop.example. 3600 IN SOA'), 'any'],
    ['the name of the file', `$TTL 3600\n${zone}`, 'zones/db.shop.example'],
    ['the name of the file with its end', `$TTL 3600\n${zone}`, 'C:\\zones\\shop.example.zone'],
  ])('is the whole zone that it names by %s', (_what, text, name) => {
    const { domains } = parseWorld(text, { name })
    expect(domains?.['shop.example']).toMatchObject({ complete: true, records: { NS: [{ host: 'ns1.shop.example' }] } })
  })

  it('is refused without the name of its zone, and its errors have their lines', () => {
    expect(() => parseWorld(zone)).toThrow('world: The zone file does not name its zone.')
    expect(() => parseWorld(`$ORIGIN shop.example.\n${zone}a A x\n`)).toThrow("world:5: 'x' is not an IPv4 address.")
  })
})

describe('a zone file that is read in another way than people mean it', () => {
  const HEAD = '$TTL 3600\n@ SOA ns1 hostmaster 1 7200 900 1209600 300\n@ NS ns1\nns1 A 192.0.2.1\n'
  const read = (lines: string) => {
    const warnings: string[] = []
    const world = parseWorld('domains: { shop.example: { zone: shop.zone } }', {
      readFile: () => `${HEAD}${lines}\n`,
      onWarning: (warning) => warnings.push(warning),
    })
    return { warnings, domains: world.domains ?? {} }
  }
  const doubled = (name: string) => `shop.zone:5: '${name}' has no dot at its end, so it means ${name}.shop.example.`
  const ignored = (type: string, why: string) =>
    `shop.zone:5: netbox ignores the ${type} record of a.shop.example: ${why}.`
  const generic = String.raw`write its data in the generic form of RFC 3597, as in \# 2 0A0B`

  it.each([
    ['a target without its final dot', '@ MX 10 mx.shop.example', doubled('mx.shop.example')],
    ['a name without its final dot', 'www.shop.example CNAME ns1', doubled('www.shop.example')],
    [
      'a TTL above the longest one',
      'a 2147483648 A 192.0.2.1',
      'shop.zone:5: The TTL 2147483648 is longer than 2147483647, so it is 0 (RFC 2181, section 8).',
    ],
    [
      'IPSECKEY in fields',
      'a IPSECKEY 10 1 2 192.0.2.38 AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==',
      ignored('IPSECKEY', generic),
    ],
    [
      'HIP in fields',
      'a HIP 2 200100107B1A74DF365639CC39F1D578 AwEAAbdxyhNuSutc5EMzxTs9LBPCIkOFH8cIvM4p',
      ignored('HIP', generic),
    ],
    ['APL in fields', 'a APL 1:192.168.32.0/21 !1:192.168.38.0/28', ignored('APL', generic)],
    ['NSAP in fields', 'a NSAP 0x47.0005.80.005a00.0000.0001.e133.ffffff000161.00', ignored('NSAP', generic)],
    ['WKS in fields', 'a WKS 192.0.2.1 TCP (telnet smtp)', ignored('WKS', generic)],
    [
      'a signature with a mnemonic of old',
      'a RRSIG A DSA 3 3600 20260101000000 20250101000000 1 shop.example. AA==',
      ignored('RRSIG', 'it signs zones with its own keys'),
    ],
  ])('has a warning with the line: %s', (_what, line, warning) => {
    const { warnings, domains } = read(line)
    expect(warnings).toEqual([warning])
    expect(domains['ns1.shop.example']).toBeDefined()
  })

  it('has none for a target in another zone, and the generic form is read', () => {
    expect(read('@ MX 10 mx.shop.example.\n@ TXT shop.example\na MX 10 shop.example.net.').warnings).toEqual([])
    const { domains, warnings } = read(String.raw`a APL \# 4 00010000`)
    expect(warnings).toEqual([])
    expect(domains['a.shop.example']?.records).toEqual({ TYPE42: [{ data: '00010000', ttl: 3600 }] })
  })

  it('has a TTL of 0 where its TTL is too long', () => {
    expect(read('a 2147483648 A 192.0.2.1').domains['a.shop.example']?.records?.A).toEqual([
      { address: '192.0.2.1', ttl: 0 },
    ])
  })

  it('may refer to files below its folder, which become the bodies of replies', () => {
    mkdirSync(join(folder, 'pages', 'deep'), { recursive: true })
    writeFileSync(join(folder, 'pages', 'logo.svg'), '<svg/>')
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(folder, 'pages', 'large.bin'), Buffer.alloc(1_000_001))
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'pages', 'link.txt'))
    const path = join(folder, 'pages', 'world.yaml')
    const readWith = (file: string) => {
      const routes = [1, 2].map(() => ({ path: '/', reply: { file } }))
      writeFileSync(path, JSON.stringify({ hosts: { 'shop.example': { http: { routes } } } }))
      return readWorldFile(path).hosts?.['shop.example']?.http?.routes
    }
    const reply = { base64: Buffer.from('<svg/>').toString('base64'), headers: { 'Content-Type': 'image/svg+xml' } }
    expect(readWith('./logo.svg')).toEqual([1, 2].map(() => ({ path: '/', reply })))
    const place = `${path}:1: hosts.shop.example.http.routes[0].reply.file: `
    for (const file of ['../secret.txt', join(folder, 'secret.txt'), 'deep/../../secret.txt'])
      expect(() => readWith(file), file).toThrow(`${place}${file} is not below the folder of the world file.`)
    expect(() => readWith('link.txt')).toThrow(
      `${place}link.txt can't be read: it is not below the folder of the world file.`,
    )
    expect(() => readWith('large.bin')).toThrow(`${place}large.bin can't be read: it is too large`)
    expect(() => readWith('none.txt')).toThrow(`${place}none.txt can't be read: no such file or directory.`)
    expect(() => readWith('deep')).toThrow(`${place}deep can't be read: illegal operation on a directory.`)
    symlinkSync('/dev/zero', join(folder, 'pages', 'zero'))
    execFileSync('mkfifo', [join(folder, 'pages', 'pipe')])
    expect(() => readWith('zero')).toThrow(`${place}zero can't be read: it is not below the folder of the world file.`)
    expect(() => readWith('pipe')).toThrow(`${place}pipe can't be read: it is not a regular file`)
    expect(messageOf('hosts: { a.example: { http: { routes: [{ path: /, reply: { file: a.txt } }] } } }')).toBe(
      'world:1: hosts.a.example.http.routes[0].reply.file: Files cannot be read here. Write the content as text or base64.',
    )
  })
})

describe('all errors of a text', () => {
  const errorsOf = (text: string) => {
    const errors: string[] = []
    const world = parseWorld(text, { name: 'w', onError: ({ message }) => errors.push(message) })
    return { errors, names: Object.keys(world.domains ?? {}) }
  }

  it('are reported, one for each domain, host and section, and the rest is read', () => {
    const text =
      'domains:\n  a.example: { dns: no }\n  b.example: { dns: nxdomain }\nhosts:\n  c.example: { smtp: 3 }\nfautls: 3\nfaults: [1]\n'
    const { errors, names } = errorsOf(text)
    expect(errors.map((error) => error.split(': ')[0] ?? '').toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'w:2',
      'w:5',
      'w:6',
      'w:7',
    ])
    expect(names).toEqual(['b.example'])
  })

  it('are reported for each entry of a zone', () => {
    const { errors, names } = errorsOf('$ORIGIN a.example.\n$TTL 60\n@ A 192.0.2\nb BAR x\nc A 192.0.2.1\n')
    expect(errors).toEqual(["w:3: '192.0.2' is not an IPv4 address.", "w:4: 'BAR' is not a record type."])
    expect(names).toEqual(['a.example', 'c.a.example'])
  })
})
