import { findScenario, tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { anyWorld } from '../../lib/world/world.ts'
import { itemCommand, itemPath, paletteGroups, type PaletteItem } from './items.ts'
import { splitQuery } from './query.ts'

const nothing = { favourites: [], runs: [] }
const groups = (text: string, kept: Parameters<typeof paletteGroups>[1] = nothing) =>
  paletteGroups(splitQuery(text), kept)
const first = (text: string): PaletteItem => {
  const [item] = groups(text).flatMap(({ items }) => items)
  if (item === undefined) throw new Error(`nothing is found for ${text}`)
  return item
}

describe('the list of the palette', () => {
  it('is every tool at first, favorites first', () => {
    const [favorites, others] = groups('', { favourites: ['traceroute'], runs: [] })
    expect(favorites).toMatchObject({ title: 'Favorites', items: [{ tool: { id: 'traceroute' } }] })
    expect(others?.items).toHaveLength(tools.length - 1)
  })

  it('is empty without a match', () => {
    expect(groups('zzzzqq')).toEqual([])
  })

  it.each([
    ['lists', '/bulk'],
    ['list of domains', '/bulk'],
    ['compare', '/compare'],
    ['mail check', '/mail-check'],
    ['history', '/dashboard/history'],
    ['netbox serve', '/docs/serve'],
    ['docs', '/docs'],
    ['header security', '/tools/header-security'],
    ['invoice', '/dashboard/account'],
    ['billing', '/pricing'],
    ['yesterday', '/dashboard/history'],
    ['serve', '/docs/serve'],
    ['pytest', '/docs/recipes/pytest'],
  ])('finds %j', (words, path) => {
    const docs = [
      { path: '/docs/recipes/pytest', title: 'Test a mail sender with pytest', text: 'A program that sends mail.' },
    ]
    const paths = groups(words, { favourites: [], runs: [], docs }).flatMap(({ items }) =>
      items.map((item) => itemPath(item)),
    )
    expect(paths).toContain(path)
  })

  it('begins with the page that has exactly this name', () => {
    for (const [words, path] of [
      ['Mail check', '/mail-check'],
      ['lists', '/bulk'],
      ['pricing', '/pricing'],
      ['serve', '/docs/serve'],
    ] as const)
      expect(itemPath(first(words))).toBe(path)
  })

  it('offers the admin panel only to admins', () => {
    const paths = (isAdmin: boolean) =>
      groups('admin', { ...nothing, isAdmin }).flatMap(({ items }) => items.map((item) => itemPath(item)))
    expect(paths(true)).toContain('/admin')
    expect(paths(false)).not.toContain('/admin')
  })

  it('offers a scenario at the tool with its worst finding', () => {
    const scenario = groups('mail.example mx-down')
      .flatMap(({ items }) => items)
      .find(({ type }) => type === 'scenario')
    expect(scenario).toMatchObject({ name: 'mx-down', tool: { id: 'mx-record' }, input: 'mail.example' })
  })

  it('suggests block lists for an error that mentions one', () => {
    const item = first('550 5.7.1 Client host [203.0.113.9] blocked using zen.spamhaus.org')
    expect(itemPath(item)).toBe('/blacklist-check?input=203.0.113.9')
  })

  it('finds the place that explains an error', () => {
    const docs = [
      { path: '/docs/troubleshooting', title: 'Troubleshoot', text: 'Errors of netbox and what to do.' },
      {
        path: '/docs/troubleshooting#port',
        title: 'Port 5000 is in use',
        text: 'Port 5000 is in use by another program.',
      },
    ]
    const error = 'The service did not start: port 5000 is in use by another program.'
    const items = groups(error, { ...nothing, docs }).flatMap((group) => group.items)
    expect(items.map((item) => itemPath(item))).toContain('/docs/troubleshooting#port')
    expect(items.map((item) => itemPath(item))).not.toContain('/docs/troubleshooting')
  })

  it('begins with past runs if the text is exactly their input', () => {
    const runs = [
      {
        tool: 'mx-record',
        input: 'mail.example',
        seed: 'k3f9',
        scenario: 'random',
        at: '2026-01-01T00:00:00.000Z',
        sentence: 'Mail arrives.',
        severity: 'pass',
      } as const,
    ]
    const titles = (text: string) => groups(text, { favourites: [], runs }).map(({ title }) => title)
    expect(titles('mail.example')[0]).toBe('Past runs')
    expect(titles('mail.example mx')[0]).toBe('Run on mail.example')
  })

  it('says how many tools a scenario changes', () => {
    const scenario = groups('mx-down')
      .flatMap(({ items }) => items)
      .find(({ type }) => type === 'scenario')
    expect(scenario).toMatchObject({ tools: Object.keys(findScenario('mx-down')?.findings ?? {}).length })
  })

  it('finds past runs by tool, input or seed, and opens exactly that run', () => {
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
    expect(item && itemPath(item)).toBe(
      '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00%3A00%3A00.000Z&v=3',
    )
  })
})

describe('an opened item', () => {
  it('opens the tool with the input filled in', () => {
    expect(itemPath(first('mail.example mx'))).toBe('/mx-record?input=mail.example')
    expect(itemPath(first('mx'), { seed: 'k3f9', scenario: 'mx-down' })).toBe('/mx-record?seed=k3f9&scenario=mx-down')
    expect(itemPath(first('https://shop.example/x whois'))).toBe('/whois-lookup?input=shop.example')
    expect(itemPath(first('pricing'))).toBe('/pricing')
  })

  it('writes the same for the terminal', () => {
    expect(itemCommand(first('mail.example mx'), anyWorld)).toBe('netbox mx-record mail.example')
    expect(itemCommand(first('mail.example mx'), { seed: 'a b', scenario: 'mx-down' })).toBe(
      `netbox mx-record mail.example --seed 'a b' --scenario mx-down`,
    )
    expect(itemCommand(first('pricing'), anyWorld)).toBeUndefined()
  })
})
