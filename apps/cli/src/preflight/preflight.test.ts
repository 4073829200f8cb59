import { describe, expect, it } from 'vitest'
import { findFinding, zoneCodes } from '@netbox/core/findings'
import { preflight } from './preflight.ts'

const KEY = 'A'.repeat(43)
const HASH = 'ab'.repeat(32)

const HEAD = `$ORIGIN shop.example.
$TTL 3600
@ SOA ns1 hostmaster 2026112901 14400 3600 1209600 3600
@ NS ns1
@ NS ns2.dns.example.
ns1 A 203.0.113.53
@ A 203.0.113.80
@ MX 10 mx1
@ TXT "v=spf1 mx include:_spf.mailer.example -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example"
mx1 A 203.0.113.25
www CNAME @
`

/** Zones as companies have them: mail at Google or Microsoft, shops and pages elsewhere, delegations, wildcards, SRV and TLSA records, PTR records. */
const correct: Readonly<Record<string, string>> = {
  'own servers': `${HEAD}mail AAAA 2001:db8::25
_25._tcp.mx1 TLSA 3 1 1 ${HASH}
_imaps._tcp SRV 0 1 993 mail
_pop3s._tcp SRV 0 0 0 .
@ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"
@ CAA 0 issuewild ";"
@ CAA 128 iodef "mailto:security@shop.example"
k1._domainkey TXT "v=DKIM1; k=ed25519; p=${KEY}="
_mta-sts TXT "v=STSv1; id=20261129"
_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@shop.example"
`,
  'Google Workspace and a shop': `$TTL 1h
example-bakery.com. IN SOA ns-27.awsdns-03.com. awsdns-hostmaster.amazon.com. ( 1 7200 900 1209600 3600 )
@ NS ns-27.awsdns-03.com.
  NS ns-1536.awsdns-00.co.uk.
@ A 23.227.38.65
@ MX 1 smtp.google.com.
@ TXT "google-site-verification=abc123" "more"
@ TXT "v=spf1 include:_spf.google.com include:servers.mcsv.net ~all"
_dmarc TXT ( "v=DMARC1; p=quarantine;"
             " rua=mailto:d@example-bakery.com" )
www CNAME shops.myshopify.com.
k2._domainkey CNAME dkim2.mcsv.net.
`,
  'Microsoft 365': `$ORIGIN example-law.org.
@ 3600 IN SOA ns1.hosting.example. hostmaster.hosting.example. 2026010105 10800 3600 1209600 3600
@ 3600 IN NS ns1.hosting.example.
@ 3600 IN NS ns2.hosting.example.
@ 3600 IN MX 0 example-law-org.mail.protection.outlook.com.
@ 3600 IN TXT "v=spf1 include:spf.protection.outlook.com -all"
@ 3600 IN TXT "MS=ms12345678"
autodiscover 3600 IN CNAME autodiscover.outlook.com.
selector1._domainkey 3600 IN CNAME selector1-example-law-org._domainkey.example.onmicrosoft.com.
_sip._tls 3600 IN SRV 100 1 443 sipdir.online.lync.com.
_sipfederationtls._tcp 3600 IN SRV 100 1 5061 sipfed.online.lync.com.
_dmarc 3600 IN TXT "v=DMARC1; p=reject; rua=mailto:d@example-law.org"
`,
  'a parent of other zones, without mail': `$ORIGIN city.example.
@ 86400 SOA ns1 hostmaster.city.example. 42 1200 600 2419200 300
@ 86400 NS ns1
@ 86400 NS ns2
ns1 86400 A 203.0.113.1
ns2 86400 A 203.0.113.129
ns2 86400 AAAA 2001:db8:1::53
@ 300 MX 0 .
@ 300 TXT "v=spf1 -all"
_dmarc 300 TXT "v=DMARC1; p=reject; rua=mailto:d@mail.example"
schools 86400 NS ns.schools
schools 86400 NS ns2
schools 86400 DS 12345 13 2 ${HASH}
ns.schools 86400 A 203.0.113.77
*.apps 60 A 203.0.113.90
_http._tcp 60 SRV 0 0 80 x.apps
`,
  'PTR records': `$ORIGIN 113.0.203.in-addr.arpa.
$TTL 86400
@ SOA ns1.shop.example. hostmaster.shop.example. 1 14400 3600 1209600 3600
@ NS ns1.shop.example.
@ NS ns2.dns.example.
25 PTR mx1.shop.example.
80 PTR shop.example.
`,
}

const dots = (count: number, word: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ')

/** Mistakes of published kinds: what is added to a correct zone or replaced in it, and the code of the finding. */
const mistakes: readonly (readonly [what: string, code: string, add: string, change?: readonly [RegExp, string]])[] = [
  ['a missing final dot', 'zone-missing-dot', 'blog CNAME www.shop.example\n'],
  ['a mail server by address', 'mx-no-address', '@ MX 20 203.0.113.26\n'],
  ['an alias next to other data', 'zone-syntax', '@ CNAME www.mailer.example.\n'],
  ['an alias as mail server', 'mx-alias-host', '@ MX 20 mail\nmail CNAME www\n'],
  ['an alias as nameserver', 'zone-ns-alias', 'ns3 CNAME ns1\n@ NS ns3\n'],
  ['a nameserver without address', 'zone-ns-address', '@ NS ns3\n'],
  ['a delegation without glue', 'zone-ns-address', 'sub NS ns.sub\n'],
  ['one nameserver', 'zone-ns-single', '', [/^@ NS ns2.*\n/m, '']],
  ['nameservers at one address', 'zone-ns-shared', 'ns2 A 203.0.113.53\n', [/ns2\.dns\.example\./, 'ns2']],
  ['no NS records', 'zone-no-ns', '', [/^@ NS .*\n/gm, '']],
  ['no SOA record', 'zone-no-soa', '', [/^@ SOA .*\n/m, '']],
  ['an alias to nothing', 'cname-dangling', 'old CNAME gone\n'],
  ['aliases in a circle', 'cname-endless', 'a CNAME b\nb CNAME a\n'],
  ['two SPF records', 'spf-duplicate', '@ TXT "v=spf1 -all"\n'],
  [
    'too many SPF lookups',
    'spf-lookups',
    '',
    [/include:_spf\.mailer\.example/, dots(11, (at) => `include:s${at}.example`)],
  ],
  ['a misspelt SPF term', 'spf-syntax', '', [/include:/, 'includes:']],
  ['SPF for everyone', 'spf-pass-all', '', [/-all/, '+all']],
  ['no SPF record', 'spf-unresolved', '', [/^@ TXT .*\n/m, '']],
  ['SPF text without quotes', 'spf-missing', '', [/"v=spf1(.*)"/, 'v=spf1$1']],
  ['DMARC text cut by a semicolon', 'txt-dmarc-discarded', '', [/"v=DMARC1(.*)"/, 'v=DMARC1$1']],
  ['no DMARC record', 'txt-dmarc-missing', '', [/^_dmarc .*\n/m, '']],
  ['a DMARC record at the top', 'zone-dmarc-place', '@ TXT "v=DMARC1; p=none"\n'],
  ['a truncated DKIM key', 'txt-dkim-invalid', 'k1._domainkey TXT "v=DKIM1; k=rsa; p=MIGfMA0GCSqG"\n'],
  ['an SRV record to an alias', 'zone-srv-target', '_sip._tcp SRV 0 0 5060 www\n'],
  ['a text of more than 255 octets', 'zone-syntax', `long TXT "${'x'.repeat(300)}"\n`],
  ['different TTLs', 'zone-ttl', '@ 60 A 203.0.113.81\n'],
  ['records below a delegation', 'zone-occluded', 'sub NS ns2.dns.example.\nwww.sub A 203.0.113.9\n'],
  ['a private address', 'zone-inward-address', 'intranet A 192.168.1.10\n'],
  ['a null MX record with others', 'zone-syntax', '@ MX 0 .\n'],
  ['an underscore in the name of a host', 'zone-host-name', 'my_host A 203.0.113.9\n'],
  ['an unknown CAA property', 'zone-caa', '@ CAA 0 issuers "letsencrypt.org"\n'],
  ['a CAA record with an address of a page', 'zone-caa', '@ CAA 0 issue "https://letsencrypt.org"\n'],
  ['a TLSA record of the wrong length', 'zone-tlsa', `_25._tcp.mx1 TLSA 3 1 2 ${HASH}\n`],
  ['a DS record of the zone itself', 'zone-ds-alone', `@ DS 12345 13 2 ${HASH}\n`],
  ['a policy as SPF record', 'zone-spf-type', '@ SPF "v=spf1 -all"\n'],
  ['a record of another zone', 'zone-outside', 'www.other.example. A 203.0.113.9\n'],
  ['an expiry before the second try', 'soa-expire-early', '', [/1209600/, '7200']],
  ['a retry as long as the refresh', 'soa-retry-long', '', [/14400 3600/, '14400 14400']],
  ['a day of negative answers', 'soa-minimum-long', '', [/1209600 3600/, '1209600 86400']],
]

const check = async (text: string, was?: string) => {
  const before = was === undefined ? undefined : await preflight(was, 'old.zone')
  const { findings } = await preflight(text, 'shop.example.zone', before?.read)
  return findings
}

describe('preflight', () => {
  it.each(Object.entries(correct))('finds nothing in a correct zone: %s', async (_, text) => {
    expect(await check(text)).toEqual([])
  })

  it.each(mistakes.map(([what, code, add, change]) => ({ what, code, add, change })))(
    'finds $what: $code',
    async ({ code, add, change: [from, to] = [/$/, ''] }) => {
      const findings = await check(`${HEAD.replace(from, to)}${add}`)
      expect(findings.map((finding) => finding.code)).toContain(code)
      // Each mistake has one finding, and its fix.
      expect(findings.filter((finding) => finding.code !== code)).toEqual([])
      expect(findings[0]?.advice).not.toBe('')
      expect(findFinding(code)?.severities).toContain(findings[0]?.severity)
    },
  )

  it('has a mistake for each of its codes', () => {
    const planted = new Set(['zone-serial', ...mistakes.map(([, code]) => code)])
    expect(Object.keys(zoneCodes).filter((code) => !planted.has(code))).toEqual([])
  })

  it('compares the serial with the serial of the older version, in the arithmetic of serials', async () => {
    const changed = `${HEAD}new A 203.0.113.7\n`
    const codes = async (serial: string) =>
      (await check(changed.replace('2026112901', serial), HEAD)).map(({ code, line }) => [code, line])
    expect(await codes('2026112901')).toEqual([['zone-serial', 3]])
    expect(await codes('2026112900')).toEqual([['zone-serial', 3]])
    expect(await codes('2026112902')).toEqual([])
    // 2^31 - 1 further is later, and 2^31 further is not.
    expect(await codes('4173596548')).toEqual([])
    expect(await codes('4173596549')).toEqual([['zone-serial', 3]])
    expect(await check(HEAD, HEAD)).toEqual([])
  })

  it('has the line of the record', async () => {
    const [finding] = await check(`${HEAD}\nold CNAME gone\n`)
    expect(finding).toMatchObject({ code: 'cname-dangling', severity: 'critical', name: 'old.shop.example', line: 14 })
  })

  it('assumes what only other zones can say, and nothing about the zone', async () => {
    const { assumed } = await preflight(HEAD.replace('_spf.mailer.example', 'spf.protection.outlook.com'), 'shop.zone')
    expect(Object.keys(assumed.domains ?? {})).toEqual(['spf.protection.outlook.com'])
  })

  it('refuses a file without the name of its zone, and another zone as older version', async () => {
    await expect(check('www A 192.0.2.1\n')).resolves.not.toEqual([])
    await expect(preflight('www A 192.0.2.1\n', 'zone')).rejects.toThrow('zone does not name its zone.')
    await expect(check(HEAD, HEAD.replace('shop', 'old'))).rejects.toThrow('the file of --was is old.example.')
  })
})
