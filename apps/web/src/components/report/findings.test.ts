import { describe, expect, it } from 'vitest'
import { toolLink } from '../../lib/runs/run-links.ts'
import { piecesOf } from './findings.tsx'

const linksIn = (text: string, input = 'mail.example') =>
  piecesOf(text, input).flatMap((piece) => (piece.tool === undefined ? [] : [[piece.text, piece.tool.id, piece.input]]))

describe('piecesOf', () => {
  it.each([
    [
      'Run dnssec-check on shop.example and repair it.',
      [['dnssec-check on shop.example', 'dnssec-check', 'shop.example']],
    ],
    [
      'Then run smtp-test mx1.mail.example:25.',
      [['smtp-test mx1.mail.example:25', 'smtp-test', 'mx1.mail.example:25']],
    ],
    ['Keep it, then run dns-propagation again.', [['dns-propagation', 'dns-propagation', 'mail.example']]],
    [
      'Run ping-test a.example and traceroute to 192.0.2.25: look.',
      [
        ['ping-test a.example', 'ping-test', 'a.example'],
        ['traceroute to 192.0.2.25', 'traceroute', '192.0.2.25'],
      ],
    ],
    ['Lower the TTL to 300 s before planned work.', []],
  ])('of %j', (text, links) => {
    expect(linksIn(text)).toEqual(links)
    expect(
      piecesOf(text, 'x')
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  it('leaves out an input that the tool does not accept', () => {
    expect(linksIn('Then run ptr-lookup.', 'mail.example')).toEqual([['ptr-lookup', 'ptr-lookup', undefined]])
  })
})

describe('the link to a tool of a finding', () => {
  const tool = { path: 'dnssec-check', picker: { category: 'dns', id: 'dnssec' } } as const
  const run = { input: 'mail.example', seed: 'k3f9', scenario: 'mx-down' }

  it('stays in the same area: the public pages, or the dashboard', () => {
    const query = '?input=mail.example&seed=k3f9&scenario=mx-down'
    expect(toolLink(tool, run, '/mx-record')).toBe(`/dnssec-check${query}`)
    expect(toolLink(tool, run, '/tools/mx-record')).toBe(`/tools/dnssec-check${query}`)
    expect(toolLink(tool, run, '/dashboard/dns')).toBe(`/tools/dnssec-check${query}`)
    expect(toolLink({ path: 'header-security' }, { seed: 'a', scenario: 'random' }, '/mx-record')).toBe(
      '/tools/header-security?seed=a&scenario=random',
    )
  })
})
