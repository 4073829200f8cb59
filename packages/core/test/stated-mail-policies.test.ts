import { describe, expect, it } from 'vitest'
import { evaluateSpf, mailAuthenticationOf, mtaStsFileOf, queryDns, spfPolicyOf } from '../src/dns/index.ts'
import { createToolbox, openWorld, type ToolId, type WorldDocument } from '../src/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

const KEY =
  'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB'
const texts = (...TXT: string[]) => ({ records: { TXT } })
const optionsOf = (domains: WorldDocument['domains'] = {}) =>
  ({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, plan: 'enterprise', world: { domains } }) as const
const worldOf = (domains: WorldDocument['domains']) => openWorld(optionsOf(domains), () => 0).world
const run = async <Id extends ToolId>(domains: WorldDocument['domains'], id: Id, input: string) =>
  createToolbox(optionsOf(domains)).run(id, input)

const aliased: WorldDocument['domains'] = {
  'shop.example': { records: { MX: [{ priority: 10, exchange: 'mx.shop.example' }] } },
  '_dmarc.shop.example': { records: { CNAME: 'dmarc.provider.example' } },
  'dmarc.provider.example': texts('v=DMARC1; p=quarantine; sp=reject'),
  'k9._domainkey.shop.example': { records: { CNAME: 'k9.keys.provider.example' } },
  'k9.keys.provider.example': texts(`v=DKIM1; k=rsa; p=${KEY}`),
  'gone.example': { records: { MX: [{ priority: 10, exchange: 'mx.shop.example' }] } },
  '_dmarc.gone.example': { records: { CNAME: 'nothing.invalid' } },
}

describe('a mail policy at the end of an alias', () => {
  it('is the policy of the domain, in every tool', async () => {
    const { dmarc, dkim } = mailAuthenticationOf(worldOf(aliased), 'shop.example') ?? {}
    expect(dmarc).toMatchObject({ policy: 'quarantine', record: 'v=DMARC1; p=quarantine; sp=reject' })
    expect(dkim).toMatchObject({ state: 'valid', selector: 'k9', bits: 1024 })
    const { result } = await run(aliased, 'email-deliverability', 'shop.example')
    expect(result).toMatchObject({ dmarc_policy: 'quarantine', dkim_configured: true })
    const dmarcRun = await run(aliased, 'txt-record', '_dmarc.shop.example')
    expect(dmarcRun.verdict.sentence).toBe('Forged mail goes to the spam folder.')
    const signed = `DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=k9; h=from; bh=${'A'.repeat(43)}=; b=${'A'.repeat(171)}=`
    const header = await run(aliased, 'header-analyzer', `From: ana@news.shop.example\n${signed}`)
    expect(header.result.dkim_result).toBe('neutral')
  })

  it('is missing if the alias leads nowhere', () => {
    expect(mailAuthenticationOf(worldOf(aliased), 'gone.example')?.dmarc.policy).toBe('missing')
  })

  it('is the policy of another domain below a DNAME record', () => {
    const domains: WorldDocument['domains'] = {
      'brand.example': { records: { DNAME: 'shop.example', MX: [{ priority: 10, exchange: 'mx.shop.example' }] } },
      '_dmarc.shop.example': texts('v=DMARC1; p=reject'),
      'k9._domainkey.shop.example': texts(`v=DKIM1; p=${KEY}`),
    }
    const { dmarc, dkim } = mailAuthenticationOf(worldOf(domains), 'brand.example') ?? {}
    expect(dmarc?.policy).toBe('reject')
    expect(dkim).toMatchObject({ state: 'valid', selector: 'k9' })
  })
})

describe('a stated policy about TLS or a logo', () => {
  const records = { MX: [{ priority: 10, exchange: 'mx.shop.example' }] }
  const stated: WorldDocument['domains'] = {
    'shop.example': { complete: true, records },
    'mx.shop.example': { records: { A: ['198.51.100.7'] } },
    'mta-sts.shop.example': { records: { A: ['198.51.100.8'] } },
    '_mta-sts.shop.example': texts('v=STSv1; id=77'),
    '_smtp._tls.shop.example': texts('v=TLSRPTv1; rua=mailto:tls@reports.example'),
    'default._bimi.shop.example': texts('v=BIMI1; l=https://cdn.example/logo.svg'),
    '_dmarc.shop.example': texts('v=DMARC1; p=none'),
  }
  const of = async (domains: WorldDocument['domains'], name: string) => {
    const { verdict, findings } = await run(domains, 'txt-record', `${name}.shop.example`)
    return [verdict.detail, findings[0]?.code, findings[0]?.severity]
  }

  it('counts as its record says, whatever the seed has', async () => {
    expect((await of(stated, '_mta-sts'))[1]).toMatch(/^txt-mta-sts(?:-testing)?$/)
    expect(mtaStsFileOf(worldOf(stated), 'shop.example')).toContain('mx: mx.shop.example\r\n')
    expect(await of(stated, '_smtp._tls')).toEqual([
      'Reports about TLS go to tls@reports.example.',
      'txt-tls-rpt',
      'pass',
    ])
    expect(await of(stated, 'default._bimi')).toEqual([
      'Mail programs show no logo next to mail of shop.example.',
      'txt-bimi',
      'warning',
    ])
    const enforced = { ...stated, '_dmarc.shop.example': texts('v=DMARC1; p=reject') }
    expect(await of(enforced, 'default._bimi')).toEqual([
      'Programs that show logos of senders load it from cdn.example.',
      'txt-bimi',
      'pass',
    ])
  })

  it.each([
    ['has no page', 'tls-closes:mta-sts.mail.example'],
    ['has no valid certificate', 'cert-expired:mta-sts.mail.example'],
  ])('has no effect without a cached copy while its host %s', async (what, fault) => {
    const box = createToolbox({
      seed: 'k3f9',
      scenario: `mta-sts-mismatch:mail.example+${fault}`,
      at: '2026-01-08T00:00:00Z',
    })
    const { findings } = await box.run('txt-record', '_mta-sts.mail.example')
    expect(findings[0]).toMatchObject({
      code: 'txt-mta-sts-unfetched',
      title: `The policy can't be fetched: mta-sts.mail.example ${what}`,
      detail: expect.stringContaining('Without one, they deliver as if there were no policy (RFC 8461, section 3.3).'),
    })
    expect((await box.run('mx-record', 'mail.example')).findings.map(({ code }) => code)).not.toContain(
      'mx-mta-sts-mismatch',
    )
  })

  it.each([
    ['_mta-sts', 'txt-mta-sts-unused', ['v=STSv1; id=a-b']],
    ['_mta-sts', 'txt-mta-sts-unused', ['v=STSv1']],
    ['_mta-sts', 'txt-mta-sts-unused', ['v=STSv1; id=1', 'v=STSv1; id=2']],
    ['_smtp._tls', 'txt-tls-rpt-unused', ['v=TLSRPTv1;']],
    ['_smtp._tls', 'txt-tls-rpt-unused', ['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@b.example']],
    ['default._bimi', 'txt-bimi-unused', ['v=BIMI1; l=http://cdn.example/logo.svg']],
  ])('is ignored in another form: %s, %s, %j', async (name, code, TXT) => {
    const domains = { ...stated, [`${name}.shop.example`]: { records: { TXT } } }
    expect((await of(domains, name)).slice(1)).toEqual([code, 'warning'])
    if (name === '_mta-sts') expect(mtaStsFileOf(worldOf(domains), 'shop.example')).toBeUndefined()
  })

  it('is missing if the document says that there is no record', async () => {
    const none = { '_mta-sts.shop.example': texts(), '_smtp._tls.shop.example': texts() }
    const seeds = Array.from({ length: 30 }, (_, index) => `seed ${index}`)
    for (const seed of seeds) {
      const { world } = openWorld({ ...optionsOf(none), seed }, () => 0)
      expect(mtaStsFileOf(world, 'shop.example'), seed).toBeUndefined()
      expect(queryDns(world, '_mta-sts.shop.example', 'TXT').records).toEqual([])
    }
  })
})

describe('texts in the form of a zone file', () => {
  it('have escapes for quotation marks and backslashes, and strings of at most 255 octets', async () => {
    const domains = { 'shop.example': texts('say "hi"', String.raw`a\b`, 'é'.repeat(200)) }
    const { plot, findings } = await run(domains, 'txt-record', 'shop.example')
    expect(plot).toMatchObject({
      records: [
        { value: String.raw`"say \"hi\""` },
        { value: String.raw`"a\\b"` },
        { value: `"${'é'.repeat(127)}" "${'é'.repeat(73)}"` },
      ],
    })
    expect(findings.map(({ code }) => code)).toContain('txt-long')
  })
})

describe('an SPF check', () => {
  const dns = {
    text: () => ['v=spf1 exists:%{l}.%{o} ip4:192.0.2.1 -all'],
    exchanges: () => [],
    reverseNames: () => [],
  }
  const client = { domain: 'shop.example', helo: 'mx.shop.example', sender: '@shop.example', address: '192.0.2.1' }

  it('reads a sender without a local part as the postmaster (RFC 7208, section 4.3)', () => {
    const asked: string[] = []
    const addresses = (name: string) => (asked.push(name), [])
    evaluateSpf({ ...dns, addresses }, client)
    evaluateSpf({ ...dns, addresses }, { ...client, sender: '' })
    expect(asked).toEqual(['postmaster.shop.example', 'postmaster.shop.example'])
  })

  it('reads an IPv4-mapped address as its IPv4 address (section 5)', () => {
    const mapped = { ...client, address: '::ffff:c000:201' }
    expect(evaluateSpf({ ...dns, addresses: () => [] }, mapped).result).toBe('pass')
  })

  it('counts a null MX as an answer: it is no void lookup (section 4.6.4)', () => {
    const records = { MX: [{ priority: 0, exchange: '.' }], TXT: ['v=spf1 mx mx mx -all'] }
    expect(spfPolicyOf(worldOf({ 'shop.example': { records } }), 'shop.example')?.state).toBe('valid')
  })

  it.each([
    ['v=spf1 ip4:0.0.0.0/0 -all', true],
    ['v=spf1 ip4:10.0.0.1/1 -all', true],
    ['v=spf1 ip4:0.0.0.0/2 ip4:192.0.2.1/2 -all', true],
    ['v=spf1 ip6:2000::/3 -all', true],
    ['v=spf1 a/0 -all', true],
    ['v=spf1 include:all.example -all', true],
    ['v=spf1 ?include:all.example -all', false],
    ['v=spf1 ?ip4:0.0.0.0/0 -all', false],
    ['v=spf1 ip4:0.0.0.0/2 -all', false],
  ])('sees whether %s permits everyone: %s, as every tool says', async (record, isForAll) => {
    const domains = { 'shop.example': texts(record), 'all.example': texts('v=spf1 +all') }
    expect(spfPolicyOf(worldOf(domains), 'shop.example')?.permitsEveryone).toBe(isForAll)
    const severityOf = async (id: ToolId, code: string) =>
      (await run(domains, id, 'shop.example')).findings.find((finding) => finding.code.startsWith(code))?.severity
    const severity = isForAll ? 'critical' : 'pass'
    expect(await severityOf('dns-diagnostic', 'dns-spf')).toBe(severity)
    expect(await severityOf('email-deliverability', 'deliver-spf')).toBe(severity)
    expect(await severityOf('spf-check', isForAll ? 'spf-pass-all' : 'spf-ending')).toBe(severity)
  })

  it('counts the records that contradict each other', async () => {
    const domains = { 'shop.example': texts('v=spf1 -all', 'v=spf1 mx', 'v=spf1 a') }
    const { verdict } = await run(domains, 'spf-check', 'shop.example')
    expect(verdict.sentence).toBe('Three records contradict each other, so none counts.')
  })

  it('includes no sender of a mail host whose zone defines none', () => {
    const MX = [{ priority: 10, exchange: 'mx.corp.example' }]
    const domains = {
      'shop.example': { records: { MX } },
      'corp.example': { complete: true },
      'mx.corp.example': { records: { A: ['198.51.100.7'] } },
    }
    for (let seed = 0; seed < 20; seed++) {
      const { world } = openWorld({ ...optionsOf(domains), seed: `seed ${seed}` }, () => 0)
      expect(spfPolicyOf(world, 'shop.example')?.state, String(seed)).toBe('valid')
    }
  })
})
