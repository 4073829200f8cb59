import { pickerCategories, pickerTools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { itemPath } from './open-item.ts'
import { paletteGroups } from './palette-groups.ts'
import type { PaletteItem } from './palette-items.ts'
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

describe('the list of the palette', () => {
  it('is every tool at first, favorites first', () => {
    const [favorites, tools] = groups('', { favourites: ['traceroute'], runs: [] })
    expect(favorites).toMatchObject({ title: 'Favorites', items: [{ tool: { id: 'traceroute' } }] })
    expect(tools?.items).toHaveLength(pickerCategories.flatMap(pickerTools).length - 1)
  })

  it('is empty without a match', () => {
    expect(groups('zzzzqq')).toEqual([])
  })

  it('offers a scenario at the tool with its worst finding', () => {
    const scenario = groups('mail.example mx-down')
      .flatMap(({ items }) => items)
      .find(({ type }) => type === 'scenario')
    expect(scenario).toMatchObject({ name: 'mx-down', tool: { id: 'mx-record' }, input: 'mail.example' })
  })

  it('suggests block lists for an error that mentions one', () => {
    const item = first('550 5.7.1 Client host [203.0.113.9] blocked using zen.spamhaus.org')
    expect(itemPath(item, anyWorld)).toBe('/blacklist-check?input=203.0.113.9')
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
    expect(item && itemPath(item, anyWorld)).toBe(
      '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00%3A00%3A00.000Z&v=2',
    )
  })
})
