import { describe, expect, it } from 'vitest'
import { itemCommand, itemPath } from './open-item.ts'
import { paletteGroups } from './palette-groups.ts'
import type { PaletteItem } from './palette-items.ts'
import { splitQuery } from './split-query.ts'

const anyWorld = { seed: '', scenario: '' }
const first = (text: string): PaletteItem => {
  const [item] = paletteGroups(splitQuery(text), { favourites: [], runs: [] }).flatMap(({ items }) => items)
  if (item === undefined) throw new Error(`nothing is found for ${text}`)
  return item
}

describe('an opened item', () => {
  it('opens the tool with the input filled in', () => {
    expect(itemPath(first('mail.example mx'), anyWorld)).toBe('/mx-record?input=mail.example')
    expect(itemPath(first('mx'), { seed: 'k3f9', scenario: 'mx-down' })).toBe('/mx-record?seed=k3f9&scenario=mx-down')
    expect(itemPath(first('https://shop.example/x whois'), anyWorld)).toBe('/whois-lookup?input=shop.example')
    expect(itemPath(first('pricing'), anyWorld)).toBe('/pricing')
  })

  it('writes the same for the terminal', () => {
    expect(itemCommand(first('mail.example mx'), anyWorld)).toBe('netbox mx-record mail.example')
    expect(itemCommand(first('mail.example mx'), { seed: 'a b', scenario: 'mx-down' })).toBe(
      `netbox mx-record mail.example --seed 'a b' --scenario mx-down`,
    )
    expect(itemCommand(first('pricing'), anyWorld)).toBeUndefined()
  })
})
