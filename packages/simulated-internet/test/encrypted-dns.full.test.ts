import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isWhole } from './support/judged-worlds.ts'
import { changeTo, isRoot, obstacle, shareNamespace, shell } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'
import { unpack } from './support/unpack.ts'

/* Real clients ask the resolvers over TLS and HTTPS, and verify their certificates. */

const ADDRESS = '192.0.2.7'
const world = { domains: { 'shop.example': { records: { A: [ADDRESS] } } } }
/** Waits longer than kdig does, for busy machines. */
const patient = (command: string): string => command.replaceAll('kdig ', 'kdig +timeout=30 ')
const trusted = '+tls-ca=$SSL_CERT_FILE +tls-hostname=dns.google'

describe.skipIf(obstacle !== undefined || !hasPrograms(['kdig', 'dig', 'curl', 'openssl'], 'DNS'))('a resolver', () => {
  const run = shareNamespace({ world })

  it.each([
    `kdig +tls ${trusted} @8.8.8.8 shop.example A +short`,
    `kdig +https ${trusted} @8.8.8.8 shop.example A +short`,
    'kdig +https-get @1.1.1.1 shop.example A +short',
    'kdig +tls @192.0.2.53 shop.example A +short',
    'kdig +https @192.0.2.53 shop.example A +short',
    "curl -s 'https://dns.google/resolve?name=shop.example' | grep -o 192.0.2.7",
    "curl -s --http1.1 -H 'accept: application/dns-json' 'https://cloudflare-dns.com/dns-query?name=shop.example' | grep -o 192.0.2.7",
    "curl -s -o /dev/null -w '%{remote_ip}' --doh-url https://8.8.8.8/dns-query https://shop.example/",
  ])('answers %s', async (command) => {
    expect((await run(patient(command))).trim()).toBe(ADDRESS)
  })

  it('tells clients its encrypted protocols', async () => {
    const output = await run('dig @8.8.8.8 _dns.resolver.arpa SVCB +short')
    expect(output).toContain('1 dns.google. alpn="dot" ipv4hint=8.8.8.8')
    expect(output).toContain('2 dns.google. alpn="h2,http/1.1"')
  })

  it('survives clients that send anything else', async () => {
    await run(
      `for at in 853 443; do
        head -c 100000 /dev/urandom | timeout 3 openssl s_client -connect 8.8.8.8:$at -alpn h2 -quiet > /dev/null 2>&1
        head -c 1000 /dev/urandom | timeout 3 curl -s telnet://8.8.8.8:$at
      done`,
    )
    expect((await run(patient('kdig +tls @8.8.8.8 shop.example A +short +retry=0'))).trim()).toBe(ADDRESS)
  })

  it('is blocked where the world file says so', async () => {
    const hosts = { 'dns.google': { ports: { 443: 'refused', 853: 'refused' } } } as const
    const { output } = await shell(
      'kdig +tls @8.8.8.8 shop.example A +short; curl -sS https://dns.google/resolve?name=shop.example; dig @8.8.8.8 shop.example A +short',
      { world: { ...world, hosts } },
    )
    expect(output).toMatch(/can't connect|connection refused|failed to query/i)
    expect(output).toContain("Couldn't connect to server")
    expect(output.trim().endsWith(ADDRESS)).toBe(true)
  })

  it.each([
    ['dot-blocked', 'kdig +tls', 'kdig +https'],
    ['doh-blocked', 'kdig +https', 'kdig +tls'],
  ])('is unreachable in %s by %s, at every address, and answers %s', async (scenario, blocked, other) => {
    const ask = (client: string) =>
      ['8.8.8.8', '192.0.2.53'].map((at) => patient(`${client} @${at} shop.example A +short 2>&1`)).join('; ')
    const { output } = await shell(
      `{ ${ask(blocked)}; } | grep -c ${ADDRESS}; { ${ask(other)}; } | grep -c ${ADDRESS}
curl -s 'https://dns.google/resolve?name=shop.example' > /dev/null; echo $?; dig @8.8.8.8 shop.example A +short`,
      { world, scenario },
    )
    expect(output.trim().split('\n')).toEqual(['0', '2', scenario === 'doh-blocked' ? '35' : '0', ADDRESS])
  })
})

// The commands of docs/recipes/doh-browser.md.
const recipe = fileURLToPath(new URL('../../../docs/recipes/doh-browser/run.sh', import.meta.url))

it.skipIf(obstacle !== undefined || !isWhole || !hasPrograms(['chromium', 'certutil', 'curl'], 'judge')).each([
  ['healthy', /^<!DOCTYPE html>[^]*<\/html>\s+"port":443,"question":"shop\.example A"$/],
  ['doh-blocked', /^net::ERR_NAME_NOT_RESOLVED$/],
  ['cert-unknown-root', /^net::ERR_NAME_NOT_RESOLVED$/],
])(
  'Chromium with secure DNS in %s asks over HTTPS or not at all',
  async (scenario, expected) => {
    const { output } = await shell(`sh ${recipe} shop.example`, { world, scenario })
    expect(output.trim()).toMatch(expected)
  },
  60_000,
)

const LISTEN = '192.0.2.2'
const dnsdist = (upstream: string): string => `setACL('0.0.0.0/0')
setLocal('${LISTEN}:5300')
newServer({tls='openssl', caStore=os.getenv('SSL_CERT_FILE'), validateCertificates=true, checkTimeout=5000, ${upstream}})
`
const DNSDIST = 'dnsdist libcdb1 libh2o-evloop0.13 libluajit-5.1-2 libluajit2-5.1-2 libre2-9 libsnmp40 libwslay1'
const SETTINGS = '/run/systemd/resolved.conf.d'
// systemd gives its resolver these capabilities, which it drops.
const CAPABILITIES = '+setpcap,+net_raw,+net_bind_service'

/** Resolvers that forward over TLS or HTTPS: their packages, the command that starts them, and their configuration. */
const forwarders = [
  [
    'stubby over TLS',
    'stubby libev4 libgetdns10',
    'exec stubby -C $conf',
    `resolution_type: GETDNS_RESOLUTION_STUB
dns_transport_list:
  - GETDNS_TRANSPORT_TLS
tls_authentication: GETDNS_AUTHENTICATION_REQUIRED
tls_ca_file: "CA_FILE"
listen_addresses:
  - ${LISTEN}@5300
upstream_recursive_servers:
  - address_data: 8.8.8.8
    tls_auth_name: "dns.google"
`,
  ],
  [
    'dnsdist over TLS',
    DNSDIST,
    'exec dnsdist --supervised -C $conf',
    dnsdist("address='8.8.8.8:853', subjectName='dns.google'"),
  ],
  [
    'dnsdist over HTTPS',
    DNSDIST,
    'exec dnsdist --supervised -C $conf',
    dnsdist("address='1.1.1.1:443', subjectName='cloudflare-dns.com', dohPath='/dns-query'"),
  ],
  [
    'Knot Resolver over TLS',
    'knot-resolver libdnssec9 libfstrm0 libjemalloc2 libknot13 libluajit-5.1-2 libluajit2-5.1-2 libprotobuf-c1 libuv1 libzscanner4',
    'exec kresd --noninteractive -c $conf $(mktemp -d -p $root)',
    `net.listen('${LISTEN}', 5300)
policy.add(policy.all(policy.TLS_FORWARD({{'8.8.8.8', hostname='dns.google', ca_file='CA_FILE'}})))
`,
  ],
  [
    'systemd-resolved over TLS',
    'systemd-resolved libsystemd-shared',
    `mkdir -p ${SETTINGS} /run/systemd/resolve; chown nobody /run/systemd/resolve; cp $conf ${SETTINGS}/forward.conf
exec setpriv --reuid=nobody --clear-groups --inh-caps=${CAPABILITIES} --ambient-caps=${CAPABILITIES} /usr/lib/systemd/systemd-resolved`,
    `[Resolve]
DNS=8.8.8.8#dns.google
DNSOverTLS=yes
DNSSEC=no
Domains=~.
DNSStubListener=no
DNSStubListenerExtra=${LISTEN}:5300
`,
  ],
] as const

describe.skipIf(obstacle !== undefined || !isWhole || !isRoot)('a forwarder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(forwarders)(
    '%s gets answers of the resolver, and none if its certificate is wrong',
    async (name, packages, command, configuration) => {
      const root = join(folder, name.replaceAll(' ', '-'))
      unpack(packages, root)
      writeFileSync(join(root, 'given'), configuration)
      writeFileSync(join(root, 'start'), command)
      const ask = (tries: number): string => `sh ${root}/start > ${root}/log 2>&1 & forwarder=$!
for try in $(seq ${tries}); do dig @${LISTEN} -p 5300 shop.example A +short +time=1 +tries=1 2> /dev/null | grep '^${ADDRESS}' && break; sleep 0.2; done
{ kill $forwarder; wait $forwarder; } 2> /dev/null`
      const { output } = await shell(
        `export root=${root} conf=${root}/conf.yml; sed "s#CA_FILE#$SSL_CERT_FILE#" $root/given > $conf
${ask(100)}
${changeTo('cert-unknown-root')}
${ask(8)}
echo end; cat ${root}/log`,
        { world, unpacked: root },
      )
      const [answers, log] = output.split('end\n')
      expect(`${answers}${answers === `${ADDRESS}\n` ? '' : log}`).toBe(`${ADDRESS}\n`)
    },
    180_000,
  )
})
