import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createToolbox } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { isWhole, WORLD_TIME } from './support/judged-worlds.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * In a network namespace, pyspf and Mail::SPF evaluate stated SPF policies, dkimpy and OpenDKIM read stated keys, and OpenDMARC reads stated
 * DMARC records. The tools must have the same verdicts.
 */

const runner = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const judges = fileURLToPath(new URL('support/mail-policies.py', import.meta.url))

const obstacle = findObstacle()
if (obstacle !== undefined) console.warn(`\nMail libraries were NOT asked about stated policies. ${obstacle}\n`)
const hasLibraries = (): boolean =>
  spawnSync('/usr/bin/python3', ['-c', 'import spf, dkim']).status === 0 &&
  spawnSync('perl', ['-MMail::SPF', '-e', '1']).status === 0
const canRun =
  obstacle === undefined && hasPrograms(['opendkim-testkey', 'opendmarc-check', 'perl'], 'policy') && hasLibraries()
if (obstacle === undefined && !canRun)
  console.warn('\nMail libraries were NOT asked about stated policies: one is missing.\n')

/** Returns every fourth item for the sample, and all for the whole table. */
const sampled = <Item>(all: readonly Item[]): Item[] => all.filter((_, index) => isWhole || index % 4 === 0)

const HELPERS = {
  'good.example': { records: { TXT: ['v=spf1 ip4:192.0.2.1 -all'], A: ['192.0.2.1'] } },
  'soft.example': { records: { TXT: ['v=spf1 ~all'], A: ['198.51.100.7'] } },
  'bare.example': { records: { TXT: ['hello'], A: ['192.0.2.1'] } },
  'two.example': { records: { TXT: ['v=spf1 -all', 'v=spf1 +all'] } },
  'broken.example': { records: { TXT: ['v=spf1 ipv4:192.0.2.1 -all'] } },
  'fails.example': { dns: 'servfail' },
  'gone.example': { dns: 'nxdomain' },
  'gone2.example': { dns: 'nxdomain' },
  'gone3.example': { dns: 'nxdomain' },
  'mail.good.example': { records: { A: ['192.0.2.1'] } },
  'mx.example': { records: { MX: [{ priority: 1, exchange: 'mail.good.example' }] } },
} as const

const includes = (count: number): string => Array.from({ length: count }, () => 'include:soft.example').join(' ')

const POLICIES: readonly (readonly string[])[] = [
  ['v=spf1 ip4:192.0.2.1 -all'],
  ['v=spf1 ip4:192.0.2.0/24 ~all'],
  ['v=spf1 -all'],
  ['v=spf1 ?all'],
  ['v=spf1 +all'],
  ['v=spf1'],
  ['V=SPF1 -ALL'],
  ['v=spf10 -all'],
  ['"v=spf1 -all"'],
  ['v=spf1 a:good.example -all'],
  ['v=spf1 a:bare.example/24 -all'],
  ['v=spf1 mx:mx.example -all'],
  ['v=spf1 include:good.example ~all'],
  ['v=spf1 include:soft.example -all'],
  ['v=spf1 include:bare.example -all'],
  ['v=spf1 include:gone.example -all'],
  ['v=spf1 include:two.example -all'],
  ['v=spf1 include:broken.example -all'],
  ['v=spf1 include:fails.example -all'],
  ['v=spf1 redirect=good.example'],
  ['v=spf1 redirect=bare.example'],
  ['v=spf1 redirect=gone.example'],
  ['v=spf1 redirect=fails.example'],
  ['v=spf1 redirect=good.example ?all'],
  ['v=spf1 redirect=good.example redirect=soft.example'],
  ['v=spf1 exists:good.example -all'],
  ['v=spf1 exists:%{ir}.gone.example -all'],
  ['v=spf1 a:gone.example a:gone2.example -all'],
  ['v=spf1 a:gone.example a:gone2.example a:gone3.example -all'],
  [`v=spf1 ${includes(10)} -all`],
  [`v=spf1 ${includes(11)} -all`],
  [`v=spf1 -all ${includes(11)}`],
  ['v=spf1 -all', 'v=spf1 +all'],
  ['v=spf1 ip4:300.0.2.1 -all'],
  ['v=spf1 ip4:192.0.2.1/33 -all'],
  ['v=spf1 ip6:2001:db8::/32 -all'],
  ['v=spf1 ipv4:192.0.2.1 -all'],
  ['v=spf1 a: -all'],
  ['v=spf1 all:x'],
  ['v=spf1 unknown=x -all'],
  ['v=spf1 exp=good.example -all'],
  ['v=spf1 a:%{d2}.good.example -all'],
  ['v=spf1 a:%{x}.example -all'],
  ['v=spf1   ip4:192.0.2.1   -all'],
]
const CLIENTS = ['192.0.2.1', '203.0.113.250'] as const

const rsa = (bits: number, type: 'spki' | 'pkcs1' = 'spki'): string =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type, format: 'der' }).toString('base64')
const LONG = rsa(2048)
const SHORT = rsa(768)
const EDWARDS = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)

const KEYS: readonly string[] = [
  `v=DKIM1; k=rsa; p=${LONG}`,
  `v=DKIM1; p=${rsa(1024)}`,
  `p=${LONG}`,
  `v=DKIM1; k=rsa; p=${SHORT}`,
  'v=DKIM1; p=',
  'v=DKIM1; p=!!!',
  'v=DKIM1; p=QUJD',
  `v=DKIM2; p=${LONG}`,
  `v=DKIM1; p=${LONG}; p=${LONG}`,
  `v=DKIM1; h=sha256; p=${LONG}`,
  `v=DKIM1; s=email; p=${LONG}`,
  `v=DKIM1; t=y:s; p=${LONG}`,
  `v=DKIM1; n=a note; p=${LONG}`,
  `v=DKIM1; k=dsa; p=${LONG}`,
  'v=DKIM1; k=rsa',
  `v=DKIM1; k=ed25519; p=${EDWARDS.toString('base64')}`,
  `v=DKIM1; p=${rsa(4096)}`,
  `k=rsa; v=DKIM1; p=${LONG}`,
  `v=DKIM1; rsa; p=${LONG}`,
  `v=DKIM1;; p=${LONG}`,
  `v=DKIM1; p=${rsa(2048, 'pkcs1')}`,
]

// Explained differences by judge and record.
const UNOPENED = 'opendkim-testkey does not open the key without a private key to compare'
const ANYWHERE = 'it finds the version anywhere, which RFC 6376, section 3.6.1, and RFC 9989, section 4.7, forbid'
const EXPLAINED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'opendkim-testkey': {
    [`v=DKIM1; k=rsa; p=${SHORT}`]: UNOPENED,
    'v=DKIM1; p=!!!': UNOPENED,
    'v=DKIM1; p=QUJD': UNOPENED,
    [`v=DKIM1; p=${LONG}; p=${LONG}`]: 'it takes the last of repeated tags, which RFC 6376, section 3.2, forbids',
    [`k=rsa; v=DKIM1; p=${LONG}`]: ANYWHERE,
  },
  dkimpy: { [`k=rsa; v=DKIM1; p=${LONG}`]: ANYWHERE },
  OpenDMARC: {
    'p=reject; v=DMARC1': ANYWHERE,
    'v=DMARC1; p=none / v=DMARC1; p=reject': 'it takes the first of two records, which RFC 9989, section 4.10, forbids',
  },
}

/** Claims that a judge has a verdict, or differs for an explained reason. */
const compare = (judge: string, record: string, ours: unknown, theirs: unknown): void => {
  const why = EXPLAINED[judge]?.[record]
  if (why === undefined) expect.soft(theirs, `${judge}: ${record}`).toEqual(ours)
  else expect.soft(theirs, `${judge} no longer differs: ${record}, ${why}`).not.toEqual(ours)
}

const RECORDS: readonly (readonly string[])[] = [
  ['v=DMARC1; p=none'],
  ['v=DMARC1; p=quarantine'],
  ['v=DMARC1; p=reject; sp=none'],
  ['v=DMARC1;p=none;sp=reject'],
  ['v=DMARC1; p=reject; rua=mailto:dmarc@good.example; adkim=s'],
  ['v=DMARC1; p=REJECT'],
  ['v=DMARC1; p=rejct'],
  ['v=dmarc1; p=reject'],
  ['p=reject; v=DMARC1'],
  ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  ['"v=DMARC1; p=reject"'],
  ['v=DMARC2; p=reject'],
  ['hello'],
]

describe.skipIf(!canRun)('mail libraries', () => {
  it(
    'have the same verdicts about stated policies and keys as the tools',
    async () => {
      const policies = sampled(POLICIES)
      const keys = sampled(KEYS)
      const records = sampled(RECORDS)
      const texts = (TXT: readonly string[]) => ({ records: { TXT: [...TXT] } })
      const domains = {
        ...HELPERS,
        ...Object.fromEntries(policies.map((policy, index) => [`p${index}.example`, texts(policy)])),
        ...Object.fromEntries(keys.map((key, index) => [`k${index}._domainkey.good.example`, texts([key])])),
        ...Object.fromEntries(records.map((record, index) => [`_dmarc.d${index}.example`, texts(record)])),
      }
      const world = { seed: 'k3f9', scenario: 'healthy', world: { domains } } as const
      const cases = {
        spf: policies.flatMap((_, index) => CLIENTS.map((client) => [client, `p${index}.example`] as const)),
        dkim: keys.map((_, index) => `k${index}._domainkey.good.example`),
        dmarc: records.map((_, index) => `d${index}.example`),
      }
      const call = [runner, JSON.stringify(world), '/usr/bin/python3', judges, JSON.stringify(cases)]
      const { stdout } = await promisify(execFile)(process.execPath, call, { timeout: WORLD_TIME, maxBuffer: 1e7 })
      const judged = JSON.parse(stdout) as Readonly<Record<string, readonly unknown[]>>
      const tools = createToolbox({ ...world, plan: 'enterprise' })
      for (const [index, [client, domain]] of cases.spf.entries()) {
        const headers = `From: ana@${domain}\nReturn-Path: <ana@${domain}>\nReceived: from ${domain} ([${client}]) by mx.inbox.example with ESMTPS`
        const { result } = await tools.run('header-analyzer', headers)
        for (const judge of ['pyspf', 'Mail::SPF'])
          compare(
            judge,
            `${client}, ${policies[Math.floor(index / 2)]?.join(' / ')}`,
            result.spf_result,
            judged[judge]?.[index],
          )
      }
      for (const [index, name] of cases.dkim.entries()) {
        const { findings } = await tools.run('txt-record', name)
        for (const judge of ['dkimpy', 'opendkim-testkey'])
          compare(judge, keys[index] ?? '', findings[0]?.severity !== 'critical', judged[judge]?.[index])
      }
      for (const [index, domain] of cases.dmarc.entries()) {
        const { dmarc_policy: policy } = (await tools.run('email-deliverability', domain)).result
        const ours = policy === 'missing' || policy === 'discarded' ? null : policy
        compare('OpenDMARC', records[index]?.join(' / ') ?? '', ours, judged['OpenDMARC']?.[index])
      }
    },
    WORLD_TIME,
  )
})
