import { exercises, findTool } from '@netbox/core'
import { expect, it } from 'vitest'
import { faultLinks } from './fault-band.tsx'

it('lead to tools whose reports the scenario changes', () => {
  const links = faultLinks()
  expect(links).toHaveLength(6)
  for (const { name, href } of links) {
    const [path = '', query] = href.slice(1).split('?')
    expect(query).toBe(`scenario=${name}`)
    const id = findTool(path)?.id
    expect(Object.keys(name === 'random' ? {} : exercises[name].findings)).toContain(id)
  }
})
