import { columns, glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { tabLine } from './tabs.ts'

const theme = { glyphs: glyphSets.unicode, paint: unpainted }
const labels = [
  { name: 'Summary', count: undefined },
  { name: 'Findings', count: 5 },
  { name: 'Raw', count: undefined },
]

describe('tabLine', () => {
  it('marks the open tab, without moving another one', () => {
    expect(tabLine(labels, 0, 80, theme)).toBe('■ Summary     Findings 5     Raw')
    expect(tabLine(labels, 2, 80, theme)).toBe('  Summary     Findings 5   ■ Raw')
  })

  it('shows the open tab and its position if not all tabs fit', () => {
    expect(tabLine(labels, 1, 32, theme)).toBe('  Summary   ■ Findings 5     Raw')
    expect(tabLine(labels, 1, 31, theme)).toBe('■ Findings 5   2 of 3')
    expect(columns(tabLine(labels, 1, 31, theme))).toBeLessThanOrEqual(31)
  })
})
