import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTab } from './tabs.tsx'

const tabs = [{ id: 'network' }, { id: 'dns' }, { id: 'email' }, { id: 'web', disabled: true }]

describe('nextTab', () => {
  it('cycles at both ends, past a disabled tab', () => {
    expect(nextTab(tabs, 'email', 'ArrowRight')).toBe('network')
    expect(nextTab(tabs, 'network', 'ArrowLeft')).toBe('email')
    expect(nextTab(tabs, 'network', 'ArrowRight')).toBe('dns')
  })

  it('selects the first and the last enabled tab', () => {
    expect(nextTab(tabs, 'dns', 'Home')).toBe('network')
    expect(nextTab(tabs, 'dns', 'End')).toBe('email')
  })

  it('ignores every other key', () => {
    for (const key of ['Tab', 'Enter', 'a', 'ArrowDown']) expect(nextTab(tabs, 'dns', key)).toBeUndefined()
  })

  it('visits every enabled tab, and only those', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }), (disabled) => {
        const stops = disabled.map((off, at) => ({ id: String(at), disabled: off }))
        const open = stops.filter((stop) => !stop.disabled).map(({ id }) => id)
        const visited = new Set<string>()
        let at = open[0] ?? ''
        for (let turn = 0; turn < stops.length && at !== ''; turn++) {
          visited.add(at)
          at = nextTab(stops, at, 'ArrowRight') ?? ''
        }
        expect([...visited].toSorted()).toEqual(open.toSorted())
      }),
    )
  })
})
