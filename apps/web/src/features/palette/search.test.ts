import { describe, expect, it } from 'vitest'
import { splitQuery } from './query.ts'
import { fittingTools, searchTools } from './search.ts'

const found = (words: string) => searchTools(words).map(({ tool }) => tool.id)

describe('a search', () => {
  it.each([
    ['mx', 'mx-record'],
    ['rbl', 'blacklist-check'],
    ['rdns', 'ptr-lookup'],
    ['tracert', 'traceroute'],
    ['tracerout', 'traceroute'],
    ['propgation', 'dns-propagation'],
    ['who registered', 'whois-lookup'],
    ['certificate', 'https-test'],
    ['headers', 'header-security'],
    ['header', 'header-analyzer'],
    ['clickjacking', 'header-security'],
    ['DNSSEC', 'dnssec-check'],
    ['dns diag', 'dns-diagnostic'],
  ])('for %j finds %s first', (words, id) => {
    expect(found(words)[0]).toBe(id)
  })

  it('marks the matching parts', () => {
    const [hit] = searchTools('mx')
    expect(hit?.name).toEqual([0, 2])
  })

  it('finds nothing without a match', () => {
    expect(found('zzzzqq')).toEqual([])
  })
})

describe('the tools for it', () => {
  const categories = (text: string) => {
    const { subject } = splitQuery(text)
    return subject === undefined ? [] : fittingTools(subject).map(({ picker }) => picker?.category)
  }
  const ids = (text: string) => {
    const { subject } = splitQuery(text)
    return subject === undefined ? [] : fittingTools(subject).map(({ id }) => id)
  }

  it('are network tools first for an address, without tools that accept only names', () => {
    expect(categories('203.0.113.42')[0]).toBe('network')
    expect(ids('203.0.113.42').slice(0, 5)).toEqual([
      'blacklist-check',
      'ptr-lookup',
      'arin-lookup',
      'ping-test',
      'geoip-lookup',
    ])
    expect(ids('203.0.113.42')).not.toContain('mx-record')
  })

  it('are DNS tools first for a domain', () => {
    expect(categories('mail.example').slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'dns'))
    // Email validation accepts any text as input.
    expect(ids('mail.example')).not.toContain('email-validation')
  })

  it('are email tools first for an email address, and the analyzer for headers', () => {
    expect(ids('ana@mail.example')[0]).toBe('email-validation')
    expect(categories('ana@mail.example')[1]).toBe('email')
    expect(ids('From: Ana <ana@mail.example>')).toEqual(['header-analyzer'])
  })

  it('are those that need a port if there is one', () => {
    expect(ids('mx1.mail.example:25').slice(0, 2)).toEqual(['tcp-port-test', 'smtp-test'])
  })
})
