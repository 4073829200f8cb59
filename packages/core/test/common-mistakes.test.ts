import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createToolbox, type ToolId, type WorldDocument } from '../src/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

/*
 * The most common mistakes in records about mail: what each report says of them, and the source of the rule. Mistakes in zone files are in
 * packages/simulated-internet/src/world-files/parse-world.test.ts.
 */

type Domains = NonNullable<WorldDocument['domains']>

/** A mistake, its source, the stated text or records, and the title of the finding about it. */
type Row = readonly [mistake: string, source: string, stated: string | readonly string[], title: string]

const SHOP = 'shop.example'
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

/** Returns the findings of a tool in a world with stated records. */
const findingsOf = async (domains: Domains, tool: ToolId, input: string) => {
  const toolbox = createToolbox({
    seed: 'k3f9',
    scenario: 'healthy',
    plan: 'enterprise',
    at: FIXED_TIME,
    world: { domains },
  })
  return (await toolbox.run(tool, input)).findings
}

/** Tests what `txt-record` says of the texts at a name. */
const itSays = (name: string, rows: readonly Row[]): void =>
  it.each(rows)('%s (%s)', async (_mistake, _source, stated, title) => {
    const domains = { [name]: { records: { TXT: typeof stated === 'string' ? [stated] : stated } } }
    expect((await findingsOf(domains, 'txt-record', name)).map((finding) => finding.title)).toContain(title)
  })

const discarded = (why: string): string => `Receivers discard the DMARC record at _dmarc.${SHOP}: ${why}`

describe('a mistake in a DMARC record', () => {
  itSays(`_dmarc.${SHOP}`, [
    [
      'no semicolon after the version',
      'RFC 9989, 4.8',
      'v=DMARC1 p=reject',
      discarded("it has 'p' after v=DMARC1, where a semicolon must be"),
    ],
    [
      'a comma after the version',
      'RFC 9989, 4.8',
      'v=DMARC1, p=reject',
      discarded("it has ',' after v=DMARC1, where a semicolon must be"),
    ],
    [
      'an escaped semicolon',
      'RFC 9989, 4.8',
      String.raw`v=DMARC1\; p=reject`,
      discarded(String.raw`it has '\' after v=DMARC1, where a semicolon must be`),
    ],
    ['no v=', 'RFC 9989, 4.7', 'DMARC1; p=reject', discarded('it begins with DMARC1, without v=')],
    ['a colon after v', 'RFC 9989, 4.8', 'v:DMARC1; p=reject', discarded("it has ':' after v, where '=' must be")],
    [
      'a space for the equals sign',
      'RFC 9989, 4.8',
      'v DMARC1; p=reject',
      discarded("it has 'D' after v, where '=' must be"),
    ],
    [
      'a version in small letters',
      'RFC 9989, 4.7',
      'v=dmarc1; p=reject',
      discarded('its version is dmarc1, not DMARC1'),
    ],
    [
      'typographic quotation marks',
      'RFC 9989, 4.8',
      '“v=DMARC1; p=reject”',
      discarded('it begins with a quotation mark'),
    ],
    [
      'an invisible mark before it',
      'RFC 9989, 4.8',
      '\u200bv=DMARC1; p=reject',
      discarded('it begins with the invisible character U+200B'),
    ],
    [
      'a no-break space before p',
      'RFC 9989, 4.8',
      'v=DMARC1;\u00a0p=reject',
      discarded('it has the invisible character U+00A0 where the name of a tag must be'),
    ],
    ['a colon after p', 'RFC 9989, 4.8', 'v=DMARC1; p:reject', discarded("it has ':' after p, where '=' must be")],
    [
      'no semicolon after the policy',
      'RFC 9989, 4.7',
      'v=DMARC1; p=reject sp=none',
      discarded("it has 's' after p=reject, where a semicolon must be"),
    ],
    [
      'a comma after the policy',
      'RFC 9989, 4.7',
      'v=DMARC1; p=reject, sp=none',
      discarded("it has ',' after p=reject, where a semicolon must be"),
    ],
    ['no policy', 'RFC 9989, 4.7', 'v=DMARC1', discarded('it has no p tag')],
    ['a tag twice', 'RFC 9989, 4.8', 'v=DMARC1; p=reject; p=none', discarded('it has more than one p tag')],
  ])
})

const noReports = (why: string): string => `No DMARC reports come: ${why}`

describe('DMARC reports that cannot come', () => {
  itSays(`_dmarc.${SHOP}`, [
    [
      'no rua tag',
      'RFC 9989, 4.7',
      'v=DMARC1; p=none',
      noReports('the DMARC record at _dmarc.shop.example has no rua tag'),
    ],
    [
      'no mailto:',
      'RFC 9989, 4.7',
      'v=DMARC1; p=none; rua=dmarc@shop.example',
      noReports("the rua tag at _dmarc.shop.example has 'dmarc@shop.example', which is no mailto: address"),
    ],
    [
      'another organization that does not agree',
      'RFC 9990, 4',
      'v=DMARC1; p=reject; rua=mailto:x@reports.example',
      noReports('reports.example publishes no record at shop.example._report._dmarc.reports.example'),
    ],
    [
      'a percentage',
      'RFC 9989, 4.7',
      'v=DMARC1; p=reject; pct=50; rua=mailto:dmarc@shop.example',
      'pct has no effect any more',
    ],
  ])

  it.each(['v=DMARC1; p=none', 'v=DMARC1; p=reject; t=y', 'v=DMARC1; p=none; rua=mailto:x@reports.example'])(
    'no tool advises to wait for them: %s',
    async (text) => {
      for (const spf of ['v=spf1 ~all', 'v=spf1 +all', 'v=spf1 ?all']) {
        const domains = { [`_dmarc.${SHOP}`]: { records: { TXT: [text] } }, [SHOP]: { records: { TXT: [spf] } } }
        const runs = [
          ['txt-record', `_dmarc.${SHOP}`],
          ['email-deliverability', SHOP],
          ['spf-check', SHOP],
          ['spf-generator', `${SHOP} mx`],
        ] as const
        for (const [tool, input] of runs)
          for (const { title, detail, advice } of await findingsOf(domains, tool, input))
            expect(`${title} ${detail} ${advice}`, tool).not.toMatch(
              /once the (?:dmarc )?reports|once its reports|read the reports|watch the dmarc|but report|reports are clean/i,
            )
      }
    },
  )

  it('is not said where the other organization agrees, or the address is in the same one', async () => {
    const agreed = { [`${SHOP}._report._dmarc.reports.example`]: { records: { TXT: ['v=DMARC1;'] } } }
    for (const address of ['x@reports.example', 'x@mail.shop.example', 'X@SHOP.example!10m']) {
      const domains = {
        ...agreed,
        [`_dmarc.${SHOP}`]: { records: { TXT: [`v=DMARC1; p=none; rua=mailto:${address}`] } },
      }
      const codes = (await findingsOf(domains, 'txt-record', `_dmarc.${SHOP}`)).map(({ code }) => code)
      expect(codes, address).toEqual(['txt-dmarc-none'])
    }
  })

  it('header-analyzer says what receivers apply in place of a policy that cannot be read', async () => {
    const TXT = ['v=DMARC1; p=rejct; rua=mailto:dmarc@shop.example']
    const findings = await findingsOf(
      { [`_dmarc.${SHOP}`]: { records: { TXT } } },
      'header-analyzer',
      `From: ana@${SHOP}`,
    )
    expect(findings.map(({ title }) => title)).toContain(
      'Receivers cannot read the policy of shop.example, and deliver mail that fails DMARC: p=rejct is not a policy',
    )
  })
})

const unusable = (why: string): string => `Receivers cannot use the key: ${why}`

describe('a mistake in a DKIM key', () => {
  itSays(`s1._domainkey.${SHOP}`, [
    [
      'none: blanks around the equals sign',
      'RFC 6376, 3.2',
      `v = DKIM1; k = rsa ; p= ${KEY}`,
      'The key is long enough: 2048 bits (RFC 8301)',
    ],
    [
      'none: a blank before the version',
      'RFC 6376, 3.2',
      ` v= DKIM1; p=${KEY}`,
      'The key is long enough: 2048 bits (RFC 8301)',
    ],
    [
      'no semicolon after the version',
      'RFC 6376, 3.2',
      `v=DKIM1 k=rsa; p=${KEY}`,
      unusable("it has 'k' after v=DKIM1, where a semicolon must be"),
    ],
    [
      'escaped semicolons',
      'RFC 6376, 3.2',
      String.raw`v=DKIM1\; k=rsa\; p=${KEY}`,
      unusable(String.raw`it has '\' after v=DKIM1, where a semicolon must be`),
    ],
    ['a version in small letters', 'RFC 6376, 3.6.1', `v=dkim1; p=${KEY}`, unusable('its version is dkim1, not DKIM1')],
    [
      'no semicolon after the kind',
      'RFC 6376, 3.2',
      `v=DKIM1; k=rsa p=${KEY}`,
      unusable("it has 'p' after k=rsa, where a semicolon must be"),
    ],
    [
      'no p=',
      'RFC 6376, 3.6.1',
      `v=DKIM1; k=rsa; ${KEY.slice(0, 44)}`,
      unusable("'MIIBIjANBgkqhkiG9w0BAQE…' is not a tag"),
    ],
    [
      'a name that no tag has',
      'RFC 6376, 3.2',
      `v=DKIM1; key-type=rsa; p=${KEY}`,
      unusable("it has '-' after key, where '=' must be"),
    ],
    [
      'quotation marks around it',
      'RFC 6376, 3.2',
      `"v=DKIM1; p=${KEY}"`,
      unusable(`it has '"' where the name of a tag must be`),
    ],
    [
      'the ends of strings within the key',
      'RFC 6376, 3.6.1',
      `v=DKIM1; p=${KEY.slice(0, 200)}" "${KEY.slice(200)}`,
      unusable(`its p tag is not base64: it has '"'`),
    ],
    [
      'a key that is cut off',
      'RFC 6376, 3.6.1',
      `v=DKIM1; p=${KEY.slice(0, 255)}`,
      unusable('its p tag is not an RSA key'),
    ],
    [
      'the whole file of a key',
      'RFC 6376, 3.6.1',
      `v=DKIM1; p=-----BEGIN PUBLIC KEY-----${KEY}`,
      unusable("its p tag is not base64: it has '-'"),
    ],
    ['an empty tag', 'RFC 6376, 3.2', `v=DKIM1;; p=${KEY}`, unusable('it has an empty tag')],
  ])
})

const ignored = (who: string, why: string): string => `${who} ignore the record: ${why}`

describe('a mistake in an MTA-STS record', () => {
  itSays(`_mta-sts.${SHOP}`, [
    [
      'no semicolon after the version',
      'RFC 8461, 3.1',
      'v=STSv1 id=1',
      ignored('Senders', "it has 'i' after v=STSv1, where a semicolon must be"),
    ],
    [
      'a version in capital letters',
      'RFC 8461, 3.1',
      'v=STSV1; id=1',
      ignored('Senders', 'its version is STSV1, not STSv1'),
    ],
    ['no id', 'RFC 8461, 3.1', 'v=STSv1;', ignored('Senders', 'it has no id tag')],
    [
      'an id with hyphens',
      'RFC 8461, 3.1',
      'v=STSv1; id=2026-11-28',
      ignored('Senders', "its id has '-', and only letters and digits are allowed"),
    ],
    [
      'a blank in a tag',
      'RFC 8461, 3.1',
      'v=STSv1; id = 1',
      ignored('Senders', "it has a space after id, where '=' must be"),
    ],
    [
      'two records',
      'RFC 8461, 3.1',
      ['v=STSv1; id=1', 'v=STSv1; id=2'],
      ignored('Senders', 'there are several of them at one name'),
    ],
  ])
})

describe('a mistake in an SPF record', () => {
  const says = async (stated: Row[2] | { readonly strings: readonly string[] }, tool: ToolId = 'spf-check') => {
    const TXT = typeof stated === 'object' ? (Array.isArray(stated) ? stated : [stated]) : [stated]
    // The cast is safe: texts, or one record of strings.
    const records = { TXT: TXT as readonly string[], A: [], MX: [] }
    return (await findingsOf({ [SHOP]: { records }, 'gone.example': { dns: 'nxdomain' } }, tool, SHOP)).map(
      ({ title }) => title,
    )
  }
  it.each<Row>([
    ['terms that find nothing', 'RFC 7208, 4.6.4', 'v=spf1 a mx -all', 'a and mx find nothing'],
    ['one term that finds nothing', 'RFC 7208, 4.6.4', 'v=spf1 a:gone.example ~all', 'a:gone.example finds nothing'],
    ['ipv4 for ip4', 'RFC 7208, 5.6', 'v=spf1 ipv4:192.0.2.1 -all', "'ipv4:192.0.2.1' is not an SPF term"],
    ['a comma', 'RFC 7208, 4.6', 'v=spf1 mx, -all', "'mx,' is not an SPF term"],
    ['a typographic dash', 'RFC 7208, 3.1', 'v=spf1 mx –all', "'–all' has '–' (U+2013), which no SPF term has"],
    [
      'a name with letters of its language',
      'RFC 7208, 3.1',
      'v=spf1 a:bücher.example -all',
      "'a:bücher.example' has 'ü' (U+00FC), which no SPF term has",
    ],
    ['two records', 'RFC 7208, 3.2', ['v=spf1 mx -all', 'v=spf1 a -all'], 'There are two SPF records'],
    [
      'quotation marks',
      'RFC 7208, 4.5',
      '"v=spf1 mx -all"',
      'Receivers ignore the SPF record: it begins with a quotation mark',
    ],
    [
      'no space after the version',
      'RFC 7208, 4.5',
      'v=spf1; mx -all',
      "Receivers ignore the SPF record: it does not begin with 'v=spf1' and a space",
    ],
    [
      'a no-break space',
      'RFC 7208, 4.5',
      'v=spf1\u00a0mx -all',
      'Receivers ignore the SPF record: it has a no-break space after v=spf1',
    ],
    [
      'a domain without a record',
      'RFC 7208, 5.2',
      'v=spf1 include:gone.example -all',
      "'include:gone.example' names a domain without a valid SPF record",
    ],
    ['terms after all', 'RFC 7208, 5.1', 'v=spf1 -all ip4:192.0.2.1', 'Receivers ignore ip4:192.0.2.1'],
    ['+all', 'RFC 7208, 5.1', 'v=spf1 +all', 'The record ends in +all: any server may send for the domain'],
    [
      'no all',
      'RFC 7208, 4.7',
      'v=spf1 ip4:192.0.2.1',
      'The record has no all term at its end, so it says nothing about other servers',
    ],
    ['ptr', 'RFC 7208, 5.5', 'v=spf1 ptr -all', 'The record uses ptr'],
  ])('%s (%s)', async (_mistake, _source, stated, title) => {
    expect(await says(stated)).toContain(title)
  })

  it('octets above 127, stated as escapes (RFC 7208, 3.1)', async () => {
    expect(await says({ strings: [String.raw`v=spf1 x=\195\169 -all`] })).toContain(
      "'x=é' has 'é' (U+00E9), which no SPF term has",
    )
  })
})

describe('a mistake in another record about mail', () => {
  itSays(`_smtp._tls.${SHOP}`, [
    [
      'a report address without mailto:',
      'RFC 8460, 3',
      `v=TLSRPTv1; rua=tls@${SHOP}`,
      ignored('Senders', "'tls@shop.example' in its rua tag is no mailto: or https: address"),
    ],
    [
      'no semicolon after the version',
      'RFC 8460, 3',
      `v=TLSRPTv1 rua=mailto:tls@${SHOP}`,
      ignored('Senders', "it has 'r' after v=TLSRPTv1, where a semicolon must be"),
    ],
  ])
  itSays(`default._bimi.${SHOP}`, [
    [
      'a logo without https:',
      'BIMI, 4.2',
      `v=BIMI1; l=http://${SHOP}/logo.svg`,
      ignored('Mail programs', "'http://shop.example/log…' in its l tag is no https address"),
    ],
  ])
})
