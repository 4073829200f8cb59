import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FIXED_TIME } from '@netbox/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { importWorld } from '../src/captures/import-world.ts'
import { parseWorld } from '../src/world-files/parse-world.ts'
import { startInternet } from '../src/index.ts'
import { isWhole, seeds } from './support/judged-worlds.ts'
import { hasPrograms, outputOf } from './support/programs.ts'

/*
 * Answers that dig captured in one world come back the same in the world of another seed that imports them, apart from the id, the time, and
 * the TTL of PTR records, which follows from the seed.
 */

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ZONE = String.raw`$TTL 300
@ SOA ns1 host\.master 7 7200 900 1209600 60
@ NS ns1
@ NS ns2.corp.example.
@ A 192.0.2.1
@ A 192.0.2.2
@ 7200 AAAA 2001:db8::1
@ 60 MX 10 mx
@ 60 MX 0 mx2
@ TXT "v=spf1 mx -all"
@ TXT "one" "two; three" "quote \" backslash \\ octet \200"
@ TXT ${'"' + 'x'.repeat(255) + '" "' + 'y'.repeat(20) + '"'}
@ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"
@ CAA 128 iodef "mailto:ca@shop.example"
@ HTTPS 1 . alpn=h2,h3 ipv4hint=192.0.2.1 port=8443
@ SSHFP 4 2 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
@ LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m
@ TYPE65280 \# 2 0A0B
ns1 A 198.51.100.1
mx A 198.51.100.2
mx2 2147483647 A 198.51.100.3
_25._tcp.mx TLSA 3 1 1 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
_sip._tcp 0 SRV 1 2 5060 sip
_http._tcp PTR shop._http._tcp
_svc SVCB 1 sip mandatory=alpn alpn=h2
sip NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@shop.example!" .
*.dyn A 198.51.100.4
a CNAME b
b CNAME c
c CNAME mx
far CNAME www.corp.example.
lost CNAME nowhere
old DNAME new
x.new A 198.51.100.9
xn--bcher-kva A 198.51.100.5
_dmarc TXT "v=DMARC1; p=reject"
sub.deep.empty TXT x
rp RP admin.shop.example. info.shop.example.
rp HINFO "Casio fx-700G" "Windows XP"
rp AFSDB 1 mx
uri URI 10 1 "https://shop.example/"
`
const NAMES = (
  'shop.example ns1 mx mx2 _25._tcp.mx _sip._tcp _svc sip a b far lost old x.old xn--bcher-kva _dmarc empty deep.empty ' +
  'sub.deep.empty rp uri one.dyn two.dyn nope'
)
  .split(' ')
  .map((name, index) => (index === 0 ? name : `${name}.shop.example`))
const OTHERS = ['mail.example', 'www.mail.example', 'signed.test', 'nope.mail.example', '_dmarc.mail.example']
const TYPES = 'A AAAA MX TXT NS SOA CAA CNAME SRV TLSA HTTPS'.split(' ')
const RARE = 'SSHFP LOC TYPE65280 NAPTR SVCB DNAME RP URI'.split(' ')

const world = parseWorld(
  `domains:\n  signed.test: { dnssec: secure }\n  broken.test: { dns: servfail }\n  shop.example:\n    dnssec: insecure\n    zone: |\n${ZONE.replaceAll(/^(?=.)/gm, '      ')}`,
)

const questions = [
  ...[...NAMES, ...OTHERS].flatMap((name) => TYPES.map((type) => `${name} ${type}`)),
  ...RARE.flatMap((type) => ['shop.example', 'sip.shop.example', '_svc.shop.example'].map((name) => `${name} ${type}`)),
  'old.shop.example DNAME',
  'rp.shop.example RP',
  'uri.shop.example URI',
  'rp.shop.example HINFO',
  'rp.shop.example AFSDB',
  '_http._tcp.shop.example PTR',
  '_http._tcp.shop.example TXT',
  'broken.test A',
  '-x 198.51.100.2',
  '-x 192.0.2.1',
]
const asked = isWhole ? questions : questions.filter((_question, index) => index % 6 === 0)

/** Returns the answers of an output: each without its id, times and sizes, and with sorted records. */
const answersIn = (output: string): string[] =>
  output
    .split(/(?=;; ->>HEADER<<-)/)
    .slice(1)
    .map((answer) =>
      answer
        .split('\n')
        .filter(
          (line) => line !== '' && !/^;; (?:Query time|SERVER|WHEN|MSG SIZE|global|Got answer)|^; <<>>/.test(line),
        )
        .map((line) =>
          line
            .replace(/, id: \d+/, '')
            .replace(/\s\d+(?=\s+IN\s+PTR)/, '')
            .replaceAll(/\s+/g, ' '),
        )
        .toSorted()
        .join('\n'),
    )

const capture = async (
  options: Parameters<typeof startInternet>[0],
  more: (address: readonly string[]) => Promise<string> = async () => '',
): Promise<{ readonly dig: string; readonly others: string }> => {
  await using internet = await startInternet({ at: FIXED_TIME, scenario: 'healthy', ...options })
  const { host, port } = internet.dns
  const file = join(folder, 'questions')
  writeFileSync(file, `${asked.join('\n')}\n`)
  const address = [`@${host}`, '-p', `${port}`]
  return { dig: await outputOf('dig', [...address, '-f', file]), others: await more(address) }
}

describe.skipIf(!hasPrograms(['dig', 'kdig', 'drill']))('captured answers', () => {
  it.each(seeds)(
    'of dig come back the same in the world of another seed (%s)',
    async (seed) => {
      const { dig } = await capture({ seed, world })
      const before = answersIn(dig)
      expect(before).toHaveLength(asked.length)
      if (isWhole) expect(before.length).toBeGreaterThanOrEqual(300)
      const imported = importWorld([{ name: 'dig.txt', text: dig }])
      expect(imported.unread).toEqual([])
      const again = await capture({ seed: `${seed}0`, world: parseWorld(imported.text) })
      const after = answersIn(again.dig)
      const changed = asked.flatMap((question, index) =>
        before[index] === after[index] ? [] : [`${question}\n${before[index]}\n--- becomes\n${after[index]}`],
      )
      expect(changed).toEqual([])
      console.warn(`${asked.length} answers came back the same.`)
    },
    120_000,
  )

  it('of kdig and drill state the same facts as captures of dig', async () => {
    const some = ['shop.example TXT', 'a.shop.example A', 'nope.shop.example A', 'mx.shop.example AAAA']
    const { others } = await capture({ seed: 'k3f9', world }, async (address) => {
      const [server = '', , port = ''] = address
      const outputs = await Promise.all(
        some.flatMap((question) => {
          const [name = '', type = ''] = question.split(' ')
          return [
            outputOf('kdig', [...address, name, type]),
            outputOf('drill', ['-p', port, name, server, type]),
            outputOf('dig', [...address, name, type]),
          ]
        }),
      )
      return outputs.join('\n===\n')
    })
    const byProgram = [0, 1, 2].map((program) =>
      others.split('\n===\n').filter((_output, index) => index % 3 === program),
    )
    const [kdig, drill, dig] = byProgram.map((texts) =>
      parseWorld(importWorld(texts.map((text) => ({ name: 'x', text }))).text),
    )
    expect(dig?.domains?.['nope.shop.example']).toEqual({ dns: 'nxdomain' })
    expect(kdig).toEqual(dig)
    expect(drill).toEqual(dig)
  })
})
