import { describe, expect, it } from 'vitest'
import { itemCommand, itemPath } from './open-item.ts'
import { type PaletteItem, paletteGroups } from './palette-items.ts'
import { searchTools } from './search-tools.ts'
import { splitQuery } from './split-query.ts'

const nothing = { favourites: [], runs: [] }
const anyWorld = { seed: '', scenario: '' }
const groups = (text: string, kept: Parameters<typeof paletteGroups>[1] = nothing) =>
  paletteGroups(splitQuery(text), kept)
const first = (text: string): PaletteItem => {
  const [item] = groups(text).flatMap(({ items }) => items)
  if (item === undefined) throw new Error(`nothing is found for ${text}`)
  return item
}
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

  it('marks what it found it by', () => {
    const [hit] = searchTools('mx')
    expect(hit?.name).toEqual([0, 2])
  })

  it('finds nothing where nothing is meant', () => {
    expect(found('zzzzqq')).toEqual([])
    expect(groups('zzzzqq')).toEqual([])
  })
})

describe('what the palette lists', () => {
  it('is every tool at first, favorites before', () => {
    const [favorites, tools] = groups('', { favourites: ['traceroute'], runs: [] })
    expect(favorites).toMatchObject({ title: 'Favorites', items: [{ tool: { id: 'traceroute' } }] })
    expect(tools?.items).toHaveLength(23)
  })

  it('leads to the tool with the input filled in', () => {
    expect(itemPath(first('mail.example mx'), anyWorld)).toBe('/mx-record?input=mail.example')
    expect(itemPath(first('mx'), { seed: 'k3f9', scenario: 'mx-down' })).toBe('/mx-record?seed=k3f9&scenario=mx-down')
    expect(itemPath(first('https://shop.example/x whois'), anyWorld)).toBe('/whois-lookup?input=shop.example')
    expect(itemPath(first('pricing'), anyWorld)).toBe('/pricing')
  })

  it('writes the same for the terminal', () => {
    expect(itemCommand(first('mail.example mx'), anyWorld)).toBe('npx netbox mx-record mail.example')
    expect(itemCommand(first('mail.example mx'), { seed: 'a b', scenario: 'mx-down' })).toBe(
      `npx netbox mx-record mail.example --seed 'a b' --scenario mx-down`,
    )
    expect(itemCommand(first('pricing'), anyWorld)).toBeUndefined()
  })

  it('offers a scenario at the tool that it strikes hardest', () => {
    const scenario = groups('mail.example mx-down')
      .flatMap(({ items }) => items)
      .find(({ type }) => type === 'scenario')
    expect(scenario).toMatchObject({ name: 'mx-down', tool: { id: 'mx-record' }, input: 'mail.example' })
  })

  it('suggests block lists for an error that speaks of one', () => {
    const item = first('550 5.7.1 Client host [203.0.113.9] blocked using zen.spamhaus.org')
    expect(itemPath(item, anyWorld)).toBe('/blacklist-check?input=203.0.113.9')
  })

  it('finds past runs by tool, input or seed, and leads to the very same run', () => {
    const run = {
      tool: 'mx-record',
      input: 'mail.example',
      seed: 'k3f9',
      scenario: 'mx-down',
      at: '2026-01-01T00:00:00.000Z',
      sentence: 'Mail still arrives, ten seconds late.',
      severity: 'critical',
    } as const
    const past = groups('k3f9', { favourites: [], runs: [run] }).find(({ title }) => title === 'Past runs')
    expect(past?.items).toHaveLength(1)
    const [item] = past?.items ?? []
    expect(item && itemPath(item, anyWorld)).toBe(
      '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00%3A00%3A00.000Z',
    )
  })
})
