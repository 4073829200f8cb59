import { describe, expect, it } from 'vitest'
import { searchTools } from './search-tools.ts'

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
    ['headers', 'header-analyzer'],
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
