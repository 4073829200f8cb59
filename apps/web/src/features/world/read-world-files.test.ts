import { describe, expect, it } from 'vitest'
import { readWorldFiles } from './read-world-files.ts'

const read = (files: Readonly<Record<string, string>>) =>
  readWorldFiles(Object.entries(files).map(([name, text]) => ({ name, octets: new TextEncoder().encode(text) })))

const readText = (text: string) => read({ 'world.yaml': text })

describe('a world file', () => {
  it('is YAML or JSON', () => {
    const yaml = readText('hosts:\n  mx1.shop.example:\n    smtp:\n      state: refused\n')
    expect(yaml).toEqual({ world: { hosts: { 'mx1.shop.example': { smtp: { state: 'refused' } } } }, warnings: [] })
    expect(read({ 'world.json': '{ "hosts": { "mx1.shop.example": { "smtp": { "state": "refused" } } } }' })).toEqual(
      yaml,
    )
  })

  it('names the line, the field and the allowed values of an error', () => {
    const text = '# shop\nhosts:\n  mx1.shop.example:\n    smtp:\n      state: down\n      greylist: true\n'
    expect(readText(text)).toMatchObject({
      error: {
        file: 'world.yaml',
        line: 5,
        field: 'hosts.mx1.shop.example.smtp.state',
        reason: expect.stringMatching(/down.*refused/),
        firstLine: 3,
        lines: ['  mx1.shop.example:', '    smtp:', '      state: down', '      greylist: true'],
      },
    })
  })

  it.each([
    [
      'an item of a list',
      'domains:\n  shop.example:\n    records:\n      A:\n        - 198.51.100.7\n        - nowhere\n',
      6,
    ],
    ['a wrong mark', 'domains:\n  shop.example: [\n', 3],
    ['a key twice', 'domains: {}\nhosts: {}\ndomains: {}\n', 3],
  ])('names the line of %s', (_, text, line) => {
    expect(readText(text)).toMatchObject({ error: { line } })
  })

  it.each([
    [
      'has too many facts',
      `domains: { shop.example: { records: { TXT: [${'a b c d e'
        .split(' ')
        .map((sign) => sign.repeat(4000))
        .join(', ')}] } } }`,
      /have 20\d{3} bytes.*16384/,
    ],
    [
      'names a file as the body of a reply',
      'hosts: { shop.example: { http: { routes: [{ path: /, reply: { file: ./a.txt } }] } } }',
      /^Files cannot be read here\./,
    ],
    [
      'names a description of an API',
      'hosts: { shop.example: { http: { openapi: ./api.yaml } } }',
      /^Files cannot be read here\. List the routes\./,
    ],
    ['is nested too deeply', '['.repeat(16_000), /50 levels/],
    [
      'has too many aliases',
      `a: &a [1]\n${Array.from({ length: 40 }, (_, at) => `k${at}: [*a, *a, *a]`).join('\n')}`,
      /alias/,
    ],
  ])('is refused if it %s', (_, text, reason) => {
    expect(readText(text)).toMatchObject({ error: { reason: expect.stringMatching(reason) } })
  })
})

describe('zone files', () => {
  const ZONE = '@ SOA ns1 hostmaster 1 2h 900 2w 300\n@ NS ns1\n@ MX 10 mx1\nns1 A 198.51.100.1\nmx1 A 198.51.100.2\n'
  const WORLD = 'domains:\n  shop.example: { zone: ./zones/shop.zone, scenario: dmarc-none }\n'

  it('are read with the world file that names them', () => {
    expect(read({ 'shop.zone': ZONE, 'world.yaml': WORLD })).toMatchObject({
      world: {
        domains: {
          'shop.example': {
            complete: true,
            scenario: 'dmarc-none',
            records: { MX: [{ exchange: 'mx1.shop.example' }] },
          },
          'mx1.shop.example': { records: { A: [{ address: '198.51.100.2' }] } },
        },
      },
      warnings: [],
    })
  })

  it.each([
    ['the name of the file', 'shop.example.zone', ZONE],
    ['the name of the file, as BIND has it', 'db.shop.example', ZONE],
    ['$ORIGIN', 'export.txt', `$ORIGIN shop.example. ; the shop\n${ZONE}`],
    ['the SOA record', 'export.txt', ZONE.replace('@ SOA', 'shop.example. 3600 IN SOA')],
  ])('are facts without a world file: %s names the zone', (_, name, text) => {
    expect(read({ [name]: text })).toMatchObject({
      world: { domains: { 'shop.example': { complete: true, records: { MX: [{ priority: 10 }] } } } },
    })
  })

  it('have errors with file and line', () => {
    expect(read({ 'shop.zone': ZONE.replace('198.51.100.2', '999.1.1.1'), 'world.yaml': WORLD })).toMatchObject({
      error: {
        file: 'shop.zone',
        line: 5,
        reason: "'999.1.1.1' is not an IPv4 address.",
        firstLine: 3,
        lines: ['@ MX 10 mx1', 'ns1 A 198.51.100.1', 'mx1 A 999.1.1.1', ''],
      },
    })
  })

  it('have warnings with file and line for what netbox ignores', () => {
    const files = { 'blog.zone': '', 'shop.zone': `${ZONE}@ DNSKEY 257 3 13 AQID\n`, 'world.yaml': WORLD }
    expect(read(files)).toMatchObject({
      warnings: [
        './zones/shop.zone:6: netbox ignores the DNSKEY record of shop.example: it signs zones with its own keys.',
        'blog.zone: world.yaml names no such zone file, so it has no effect.',
      ],
    })
  })

  it('keep octets that are not UTF-8', () => {
    const octets = Uint8Array.from([...new TextEncoder().encode('@ TXT caf'), 0xe9])
    expect(readWorldFiles([{ name: 'shop.example.zone', octets }])).toMatchObject({
      world: { domains: { 'shop.example': { records: { TXT: [{ strings: [String.raw`caf\233`] }] } } } },
    })
  })

  it.each([
    [
      'is not chosen',
      { 'world.yaml': WORLD },
      { line: 2, field: 'domains.shop.example.zone', reason: /Choose it together with the world file/ },
    ],
    ['names no zone', { 'export.txt': ZONE }, { file: 'export.txt', reason: /\$ORIGIN/ }],
    ['has two world files', { 'a.yaml': WORLD, 'b.json': '{}' }, { file: 'b.json', reason: /one world file/ }],
  ])('are refused if one %s', (_, files, { reason, ...place }) => {
    expect(read(files)).toMatchObject({ error: { ...place, reason: expect.stringMatching(reason) } })
  })
})
