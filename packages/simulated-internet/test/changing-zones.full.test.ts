import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { WorldKeys } from '@netbox/core'
import { parseWorld } from '../src/world-files/parse-world.ts'
import { isWhole } from './support/judged-worlds.ts'
import { changeTo, isRoot, obstacle, shell } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'
import { unpack } from './support/unpack.ts'

/*
 * The same updates, by nsupdate, end in netbox and in BIND with the same codes and the same zone; and BIND, as a secondary of netbox, has the same
 * zone after each change. docs/zones.md shows some of it.
 */

const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ZONE = `$TTL 300
@ SOA ns1 hostmaster 1 7200 900 1209600 60
@ NS ns1
@ A 192.0.2.1
@ MX 10 mx
@ TXT "v=spf1 mx -all"
ns1 A 192.0.2.54
mx A 192.0.2.3
www CNAME @
*.dev A 192.0.2.4
sub NS ns1.sub
ns1.sub A 192.0.2.5
_sip._tcp SRV 1 2 5060 sip
`
const SECRET = 'YSBzZWNyZXQgb2YgdGVzdHM='
const NETBOX = '192.0.2.54'
const BIND = '192.0.2.2'
const indented = ZONE.replaceAll(/^(?=.)/gm, '      ')
const world = parseWorld(
  `domains:\n  shop.example:\n    dnssec: insecure\n    update: [deploy]\n    transfer: any\n    secondaries: [self]\n    zone: |\n${indented}`,
)
const keys = { deploy: { algorithm: 'hmac-sha256', secret: SECRET } } as const

/** What external-dns and DNSControl send, and what RFC 2136 says about special cases, one message a line. */
const MESSAGES = [
  // external-dns: a name with its owner, a new target, the end.
  'update add app.shop.example 300 A 192.0.2.20 | update add a-app.shop.example 300 TXT "heritage=external-dns,external-dns/owner=default"',
  'update delete app.shop.example A 192.0.2.20 | update add app.shop.example 300 A 192.0.2.21 | update add app.shop.example 300 A 192.0.2.22',
  'update delete app.shop.example A | update delete a-app.shop.example TXT',
  // DNSControl: sets of many types, other TTLs, strings of all kinds.
  'update add shop.example 300 MX 20 mx2.shop.example. | update add mx2.shop.example 60 AAAA 2001:db8::1',
  'update add shop.example 60 TXT "one" "two; three" "\\"quoted\\"" | update add shop.example 60 CAA 0 issue "letsencrypt.org"',
  'update delete shop.example MX 10 mx.shop.example.',
  'update add _443._tcp.shop.example 60 TLSA 3 1 1 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  'update add host.shop.example 60 SSHFP 4 2 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  'update add svc.shop.example 60 HTTPS 1 . alpn=h2',
  'update add _http._tcp.shop.example 60 PTR a._http._tcp.shop.example. | update add _http._tcp.shop.example 60 PTR b._http._tcp.shop.example.',
  'update delete _http._tcp.shop.example PTR a._http._tcp.shop.example.',
  'update add deep.er.shop.example 60 A 192.0.2.30',
  'update delete deep.er.shop.example',
  'update add sub.shop.example 300 NS ns2.sub.shop.example. | update add ns2.sub.shop.example 300 A 192.0.2.6',
  // certbot and lego.
  'prereq nxdomain _acme-challenge.shop.example | update add _acme-challenge.shop.example 60 TXT "token"',
  'prereq nxdomain _acme-challenge.shop.example | update add _acme-challenge.shop.example 60 TXT "other"',
  'prereq yxrrset _acme-challenge.shop.example TXT "token" | update delete _acme-challenge.shop.example TXT',
  // Aliases, the top of the zone, and prerequisites.
  'update add www.shop.example 60 A 192.0.2.40',
  'update add www.shop.example 60 CNAME mx.shop.example.',
  'update add mx.shop.example 60 CNAME www.shop.example.',
  'update delete shop.example NS',
  'update delete shop.example SOA',
  'update delete shop.example',
  'update add shop.example 300 SOA ns1.shop.example. hostmaster.shop.example. 100 7200 900 1209600 60',
  'update add shop.example 300 SOA ns1.shop.example. hostmaster.shop.example. 5 7200 900 1209600 60',
  'prereq yxdomain x.dev.shop.example | update add y.shop.example 60 A 192.0.2.1',
  'prereq nxrrset shop.example A | update add y.shop.example 60 A 192.0.2.1',
  'prereq yxrrset mx.shop.example A 192.0.2.99 | update add y.shop.example 60 A 192.0.2.1',
  'update add x.dev.shop.example 60 TXT "beside the wildcard"',
  'update delete *.dev.shop.example',
  'update add y.shop.example 60 A 192.0.2.1 | update delete y.shop.example A',
  'update add MiXed.shop.example 60 NS NS9.other.example.',
] as const

const names = fc
  .constantFrom(...'@ a b a.b www *.dev x.dev _t mx'.split(' '))
  .map((name) => (name === '@' ? '' : `${name}.`))
const records = fc.constantFrom(
  'A 192.0.2.1',
  'A 192.0.2.2',
  'TXT "a"',
  'TXT "b" "c"',
  'MX 1 a.shop.example.',
  'CNAME mx.shop.example.',
  'AAAA 2001:db8::2',
)
const typeOf = (record: string): string => record.split(' ')[0] ?? ''
const changes = fc.tuple(names, records, fc.constantFrom(30, 60), fc.nat(3)).map(([name, record, ttl, kind]) => {
  const owner = `${name}shop.example`
  return [
    `update add ${owner} ${ttl} ${record}`,
    `update delete ${owner} ${record}`,
    `update delete ${owner} ${typeOf(record)}`,
    `update delete ${owner}`,
  ][kind]
})
const conditions = fc.tuple(names, records, fc.nat(6)).map(([name, record, kind]) => {
  const owner = `${name}shop.example`
  return (
    [`prereq nxdomain ${owner}`, `prereq yxdomain ${owner}`, `prereq yxrrset ${owner} ${typeOf(record)}`][kind] ?? ''
  )
})
const random = fc.sample(
  fc
    .tuple(conditions, fc.array(changes, { minLength: 1, maxLength: 4 }))
    .map(([condition, all]) => [condition, ...all].filter(Boolean).join(' | ')),
  { numRuns: isWhole ? 400 : 10, seed: 7 },
)

/** Returns the commands of nsupdate for one server. */
const commandsFor = (server: string, messages: readonly string[]): string =>
  `server ${server}\nzone shop.example\n${messages.map((message) => `${message.replaceAll(' | ', '\n')}\nsend\n`).join('')}`

const NAMED = `options { directory "${folder}"; listen-on { ${BIND}; }; listen-on-v6 { none; }; pid-file none; session-keyfile none; recursion no; dnssec-validation no; };
controls { };
key deploy { algorithm hmac-sha256; secret "${SECRET}"; };
`
const start = (zone: string): string => {
  writeFileSync(join(folder, 'named.conf'), `${NAMED}${zone}`)
  return `named -g -c ${folder}/named.conf > ${folder}/log 2>&1 & named=$!
until dig @${BIND} shop.example SOA +short +time=1 +tries=1 | grep -q ns1; do kill -0 $named || { cat ${folder}/log; exit 1; }; done`
}
const zoneAt = (server: string): string =>
  `dig @${server} shop.example AXFR +noall +answer +ttlunits | sed 's/[[:space:]]\\+/ /g' | tr A-Z a-z | sort -u`
const SEPARATOR = '=== next'
const partsOf = (output: string): string[] => output.split(`${SEPARATOR}\n`)

describe.skipIf(obstacle !== undefined || !hasPrograms(['named', 'nsupdate', 'dig', 'dnssec-verify'], 'judge'))(
  'updates and transfers',
  () => {
    it('of the same messages have the same codes and the same zone as BIND', async () => {
      writeFileSync(join(folder, 'shop.zone'), `$ORIGIN shop.example.\n${ZONE}`)
      const all = [...MESSAGES, ...random]
      for (const server of [NETBOX, BIND]) writeFileSync(join(folder, server), commandsFor(server, all))
      const update = (server: string): string => `nsupdate -y hmac-sha256:deploy:${SECRET} ${folder}/${server} 2>&1`
      const { output } = await shell(
        `${start('zone "shop.example" { type primary; file "shop.zone"; allow-update { key deploy; }; allow-transfer { any; }; notify no; };')}
${[update(NETBOX), update(BIND), zoneAt(NETBOX), zoneAt(BIND)].join(`\necho '${SEPARATOR}'\n`)}
kill $named; wait $named`,
        { world, keys },
      )
      const [ours, theirs, zone, theirZone] = partsOf(output)
      expect(ours).toBe(theirs)
      expect(zone).toBe(theirZone)
      expect(zone).toContain(' soa ')
    }, 120_000)

    it('end in each scenario as dig sees it', async () => {
      const kinds = ['AXFR', 'IXFR=1'].map(
        (type) => `dig @${NETBOX} shop.example ${type} 2>&1 | grep -ioE 'transfer failed|end of file|size: [0-9]+ rec'`,
      )
      const scenarios = ['healthy', 'axfr-refused', 'axfr-cut', 'ixfr-servfail']
      const { output } = await shell(
        scenarios.map((scenario) => `${changeTo(scenario)}; ${kinds.join('; ')}`).join(`; echo '${SEPARATOR}'; `),
        { world, keys },
      )
      expect(partsOf(output).map((part) => part.trim().split('\n'))).toEqual([
        ['size: 13 rec', 'size: 1 rec'],
        ['Transfer failed', 'Transfer failed'],
        // The whole zone ends in the middle; a single record has no middle.
        ['end of file', 'end of file', 'end of file', 'size: 1 rec'],
        ['size: 13 rec', 'Transfer failed'],
      ])
    }, 120_000)

    it('list zonetransfer.me in every world, as its own servers do', async () => {
      const { output } = await shell(
        'for server in 1 2; do dig axfr @nsztm$server.digi.ninja zonetransfer.me +noall +answer | sort -u; done',
      )
      const listed = output.trim().split('\n')
      // Both servers have the 50 records of a transfer, with the SOA record once.
      expect(listed).toHaveLength(98)
      expect(listed.slice(0, 49)).toEqual(listed.slice(49))
      expect(output).toMatch(/^asfdbauthdns\.zonetransfer\.me\. 7900\s+IN\s+AFSDB\s+1 asfdbbox\.zonetransfer\.me\.$/m)
    }, 60_000)

    it('wait for no secondary, and the log has the one that never answers', async () => {
      const { output } = await shell(
        `printf 'update add new.shop.example 60 A 192.0.2.9\\nsend\\n' | nsupdate -y hmac-sha256:deploy:${SECRET}; echo $?
dig @${NETBOX} new.shop.example A +short
for try in $(seq 50); do curl -sS -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL/requests | grep -o 'shop.example NOTIFY","answer":"[^"]*' && break; sleep 0.3; done`,
        { world, keys },
      )
      expect(output.trim().split('\n')).toEqual(['0', '192.0.2.9', 'shop.example NOTIFY","answer":"no answer'])
    }, 120_000)

    it('reach a secondary after each change, and signed zones have signatures that BIND verifies', async () => {
      const signedZone = {
        'signed.example': {
          complete: true,
          dnssec: 'secure' as const,
          transfer: ['deploy'],
          records: { NS: ['ns1.shop.example'], TXT: ['x'] },
        },
        'a.signed.example': { records: { CNAME: 'b.signed.example' } },
        '*.b.signed.example': { records: { A: ['192.0.2.1'] } },
        'sub.signed.example': { records: { NS: ['ns1.shop.example'] } },
      }
      const wait = (serial: number): string =>
        `for try in $(seq 50); do dig @${BIND} shop.example SOA +short | grep -q ' ${serial} 7200' && break; sleep 0.1; done`
      const { output } = await shell(
        `${start(`zone "shop.example" { type secondary; file "copy.db"; primaries { ${NETBOX}; }; };`)}
printf 'update add new.shop.example 60 A 192.0.2.9\\nsend\\nupdate delete mx.shop.example\\nsend\\n' | nsupdate -y hmac-sha256:deploy:${SECRET}
${wait(3)}
for path in / /world /requests; do curl -sS -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" $NETBOX_CONTROL_URL$path; done > ${folder}/said
grep -c new.shop.example ${folder}/said
cat $NETBOX_WORLD ${folder}/said | grep -c ${SECRET}
env | grep -c ${SECRET}
echo '${SEPARATOR}'
${zoneAt(NETBOX)}
echo '${SEPARATOR}'
${zoneAt(BIND)}
kill $named; wait $named; cat ${folder}/log
dig @${NETBOX} -y hmac-sha256:deploy:${SECRET} signed.example AXFR +noall +answer | grep -v TSIG > ${folder}/signed
dnssec-verify -z -o signed.example ${folder}/signed 2>&1`,
        { world: { ...world, domains: { ...world.domains, ...signedZone } }, keys },
      )
      const [found, ours, rest = ''] = partsOf(output)
      // The changed zone is everywhere, and the secret of its key nowhere.
      expect(found?.trim().split('\n')).toEqual(['3', '0', '0'])
      expect(rest.slice(0, ours?.length)).toBe(ours)
      expect(ours).toContain('new.shop.example. 1m in a 192.0.2.9')
      expect(rest).toContain("received notify for zone 'shop.example'")
      expect(rest).toContain('Zone fully signed')
    }, 60_000)
  },
)

/** Returns the configuration of NSD as a secondary that signs its requests. */
const nsdFor = (root: string): string => `server:
  ip-address: ${BIND}
  zonesdir: "${root}"
  database: ""
  username: ""
  chroot: ""
  pidfile: "${root}/pid"
  xfrdfile: "${root}/xfrd"
  xfrdir: "${root}"
  zonelistfile: "${root}/zones"
remote-control:
  control-enable: no
key:
  name: deploy
  algorithm: hmac-sha256
  secret: "${SECRET}"
zone:
  name: shop.example
  zonefile: copy
  allow-notify: ${NETBOX} NOKEY
  request-xfr: ${NETBOX} deploy
`

it.skipIf(obstacle !== undefined || !isWhole)(
  'lego gets a certificate for all names below one, by updates',
  async () => {
    const root = join(folder, 'lego')
    unpack('lego', root)
    const { output } = await shell(
      `export RFC2136_NAMESERVER=192.0.2.53 RFC2136_TSIG_KEY=deploy. RFC2136_TSIG_ALGORITHM=hmac-sha256. RFC2136_TSIG_SECRET=${SECRET}
${root}/usr/bin/lego --path ${root}/state --accept-tos --email ana@shop.example --dns rfc2136 --domains '*.shop.example' run > ${root}/log 2>&1 || cat ${root}/log
openssl x509 -in ${root}/state/certificates/_.shop.example.crt -noout -ext subjectAltName
dig _acme-challenge.shop.example TXT | grep -o NXDOMAIN`,
      { world: { domains: { 'shop.example': { update: ['deploy'] } } }, keys },
    )
    expect(output).toContain('DNS:*.shop.example')
    expect(output).toContain('NXDOMAIN')
  },
  120_000,
)

const CERTBOT =
  'certbot python3-certbot python3-certbot-dns-rfc2136 python3-acme python3-certifi python3-chardet python3-charset-normalizer python3-configargparse ' +
  'python3-configobj python3-idna python3-josepy python3-parsedatetime python3-requests python3-rfc3339 python3-tz python3-urllib3'

it.skipIf(obstacle !== undefined || !isWhole || !isRoot)(
  'certbot gets a certificate for all names below one, by updates',
  async () => {
    const root = join(folder, 'certbot')
    unpack(CERTBOT, root)
    const documented: WorldKeys = {}
    const page = readFileSync(new URL('../../../docs/zones.md', import.meta.url), 'utf8')
    const [, document = ''] = /^cat > zones\.yaml.*\n([^]*?)^END$/m.exec(page) ?? []
    const [, settings = '', command = ''] =
      /^(cat > rfc2136\.ini[^]*?)^netbox serve .* -- (certbot .*)$/m.exec(page) ?? []
    const { output } = await shell(
      `cd ${root}
${settings}
${command} -n --config-dir . --work-dir . --logs-dir .
openssl x509 -in live/shop.example/cert.pem -noout -ext subjectAltName
dig _acme-challenge.shop.example TXT | grep -o NXDOMAIN`,
      {
        world: parseWorld(document, { onKeys: (own) => Object.assign(documented, own) }),
        keys: documented,
        unpacked: root,
      },
    )
    expect(output).toContain('DNS:*.shop.example')
    expect(output).toContain('NXDOMAIN')
  },
  120_000,
)

it.skipIf(obstacle !== undefined || !isWhole)(
  'NSD, as a secondary with a key, has each change',
  async () => {
    const root = join(folder, 'nsd')
    unpack('nsd libevent-2.1-7', root)
    writeFileSync(join(root, 'nsd.conf'), nsdFor(root))
    const wait = (serial: number): string =>
      `for try in $(seq 100); do dig @${BIND} shop.example SOA +short +time=1 +tries=1 | grep -q ' ${serial} 7200' && break; sleep 0.1; done`
    const { output } = await shell(
      `LD_LIBRARY_PATH=${root}/usr/lib/x86_64-linux-gnu ${root}/usr/sbin/nsd -d -c ${root}/nsd.conf 2> ${root}/log & nsd=$!
${wait(1)}
printf 'update add new.shop.example 60 A 192.0.2.9\\nsend\\nupdate delete mx.shop.example\\nsend\\n' | nsupdate -y hmac-sha256:deploy:${SECRET}
${wait(3)}
dig @${BIND} shop.example SOA +short
dig @${BIND} new.shop.example A +short
dig @${BIND} mx.shop.example A | grep -o NXDOMAIN
kill $nsd; wait $nsd`,
      {
        world: parseWorld(
          `domains:\n  shop.example: { dnssec: insecure, update: [deploy], transfer: [deploy], secondaries: [self], zone: ${JSON.stringify(ZONE)} }`,
        ),
        keys,
      },
    )
    expect(output.trim().split('\n')).toEqual([
      'ns1.shop.example. hostmaster.shop.example. 3 7200 900 1209600 60',
      '192.0.2.9',
      'NXDOMAIN',
    ])
  },
  120_000,
)

/** The folder of libraries in an unpacked package. */
const LIBRARIES = 'usr/lib/x86_64-linux-gnu'

/** A daemon that has a copy of the zone: its packages, its configuration, and the command that runs it in its folder. */
const secondaries: readonly (readonly [
  name: string,
  packages: string,
  files: (root: string) => Readonly<Record<string, string>>,
  command: (root: string) => string,
])[] = [
  [
    'Knot',
    'knot liburcu8',
    (root) => ({
      'knot.conf': `server:
    listen: ${BIND}@53
    rundir: ${root}
database:
    storage: ${root}
key:
  - id: deploy
    algorithm: hmac-sha256
    secret: ${SECRET}
remote:
  - id: primary
    address: ${NETBOX}@53
    key: deploy
acl:
  - id: notify
    address: ${NETBOX}
    action: notify
zone:
  - domain: shop.example
    storage: ${root}
    master: primary
    acl: notify
`,
    }),
    (root) => `${root}/usr/sbin/knotd -c ${root}/knot.conf`,
  ],
  [
    'PowerDNS',
    'pdns-server pdns-backend-bind libluajit-5.1-2 libluajit2-5.1-2',
    (root) => ({
      'pdns.conf': `launch=bind
bind-config=${root}/named.conf
secondary=yes
local-address=${BIND}
socket-dir=${root}
module-dir=${root}/${LIBRARIES}/pdns
guardian=no
daemon=no
allow-notify-from=${NETBOX}
`,
      'named.conf': `zone "shop.example" { type slave; file "${root}/copy"; masters { ${NETBOX}; }; };`,
    }),
    (root) => `${root}/usr/sbin/pdns_server --config-dir=${root}`,
  ],
]

describe.skipIf(obstacle !== undefined || !isWhole)('a secondary', () => {
  it.each(secondaries)(
    'of %s has each change that knsupdate makes',
    async (name, packages, files, command) => {
      const root = join(folder, name)
      unpack(packages, root)
      for (const [file, text] of Object.entries(files(root))) writeFileSync(join(root, file), text)
      const wait = (serial: number): string =>
        `for try in $(seq 200); do dig @${BIND} shop.example SOA +short +time=1 +tries=1 | grep -q ' ${serial} 7200' && break; sleep 0.1; done`
      const lines = [
        'server 192.0.2.54',
        'zone shop.example.',
        'origin shop.example.',
        'ttl 60',
        `key hmac-sha256:deploy:${SECRET}`,
      ]
      const change = (...more: readonly string[]): string =>
        `printf '%s\\n' ${[...lines, ...more, 'send'].map((line) => `'${line}'`).join(' ')} | knsupdate 2> /dev/null`
      const { output } = await shell(
        `LD_LIBRARY_PATH=${root}/${LIBRARIES} ${command(root)} > ${root}/log 2>&1 & daemon=$!
${wait(1)}
${change('add new A 192.0.2.9')}
${wait(2)}
${change('del mx A')}
${wait(3)}
dig @${BIND} shop.example SOA +short
dig @${BIND} new.shop.example A +short
dig @${BIND} mx.shop.example A | grep -o NXDOMAIN
kill $daemon; wait $daemon`,
        { world, keys },
      )
      expect(output.trim().split('\n').slice(0, 3)).toEqual([
        'ns1.shop.example. hostmaster.shop.example. 3 7200 900 1209600 60',
        '192.0.2.9',
        'NXDOMAIN',
      ])
    },
    180_000,
  )
})
