import { namesOf, type ToolDefinition, tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { readQuery, search } from './search.ts'

const entries = tools.map((tool: ToolDefinition) => ({ tool, names: namesOf(tool) }))
const find = (text: string): string[] => search(entries, text).map(({ tool }) => tool.id)

describe('search', () => {
  it('finds every tool without a query, in the order of the catalogue', () =>
    expect(find('  ')).toEqual(tools.map(({ id }) => id)))

  it.each([
    ['mx', 'mx-record'],
    ['trace', 'traceroute'],
    ['PING', 'ping-test'],
    ['deliver', 'email-deliverability'],
    ['a', 'a-record'],
    ['sec header', 'header-security'],
    ['round-trip', 'ping-test'],
    ['header sec', 'header-security'],
    ['tracerotue', 'traceroute'],
    ['blakclist', 'blacklist-check'],
    ['propogation', 'dns-propagation'],
  ])('finds for %j first %s', (text, id) => expect(find(text)[0]).toBe(id))

  it('finds nothing for a query without a matching tool', () => expect(find('zebra crossing')).toEqual([]))

  it('accepts an input among the words, and keeps the tools that accept it', () => {
    expect(find('mail.example mx')[0]).toBe('mx-record')
    expect(find('198.51.100.25')).toContain('ptr-lookup')
    expect(find('mail.example')).not.toContain('ptr-lookup')
    expect(readQuery('mail.example MX')).toEqual({ words: ['mx'], input: 'mail.example' })
  })
})
