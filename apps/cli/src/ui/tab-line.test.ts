import { columns, glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/paint.ts'
import { tabLine } from './tab-line.ts'

const look = { glyphs: glyphSets.unicode, paint: unpainted }
const labels = [
  { name: 'Summary', count: undefined },
  { name: 'Findings', count: 5 },
  { name: 'Raw', count: undefined },
]

describe('tabLine', () => {
  it('marks the open tab, and moves no other by it', () => {
    expect(tabLine(labels, 0, 80, look)).toBe('■ Summary     Findings 5     Raw')
    expect(tabLine(labels, 2, 80, look)).toBe('  Summary     Findings 5   ■ Raw')
  })

  it('shows the open tab and its place where they do not all fit', () => {
    expect(tabLine(labels, 1, 32, look)).toBe('  Summary   ■ Findings 5     Raw')
    expect(tabLine(labels, 1, 31, look)).toBe('■ Findings 5   2 of 3')
    expect(columns(tabLine(labels, 1, 31, look))).toBeLessThanOrEqual(31)
  })
})
