import { describe, expect, it } from 'vitest'
import { evaluateDmarc } from './dmarc-evaluation.ts'
import type { MailDns } from './mail-dns.ts'

const dnsWith = (records: Readonly<Record<string, string | undefined>>): MailDns => ({
  text: () => [],
  dmarc: (domain) => (domain in records ? (records[domain] === undefined ? undefined : [records[domain] ?? '']) : []),
  exchanges: () => [],
  addresses: () => [],
  reverseNames: () => [],
  exists: () => true,
})

const strict = dnsWith({ 'shop.example': 'v=DMARC1; p=reject; aspf=s' })
const checked = (domain: string, result: string) => ({ domain, result })

describe('evaluateDmarc', () => {
  it.each([
    ['SPF of the domain itself', checked('shop.example', 'pass'), [], 'pass'],
    ['SPF of a subdomain, which strict alignment excludes', checked('news.shop.example', 'pass'), [], 'fail'],
    ['a signature of a subdomain', checked('other.test', 'pass'), [checked('news.shop.example', 'pass')], 'pass'],
    ['a broken signature', undefined, [checked('shop.example', 'fail')], 'fail'],
    ['a signature whose key DNS does not return now', undefined, [checked('shop.example', 'temperror')], 'temperror'],
  ])('judges %s', (_what, spf, signatures, result) => {
    expect(evaluateDmarc(strict, 'shop.example', { spf, signatures }).result).toBe(result)
  })

  it('has no result without a record, and a temporary one if DNS fails', () => {
    const nothing = { spf: checked('shop.example', 'pass'), signatures: [] }
    expect(evaluateDmarc(dnsWith({}), 'shop.example', nothing).result).toBe('none')
    expect(evaluateDmarc(dnsWith({ 'shop.example': undefined }), 'shop.example', nothing).result).toBe('temperror')
  })
})
