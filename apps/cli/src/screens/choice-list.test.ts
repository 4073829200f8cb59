import { glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { choiceList } from './scroll.ts'
import type { Theme } from './theme.ts'

const theme: Theme = { glyphs: glyphSets.ascii, paint: unpainted, ellipsis: '...', mode: 'fullscreen' }
const rows = ['one', 'two', 'three', 'four'].map((text) => [{ text }])

describe('choiceList', () => {
  it('marks the selected row, and no other', () => {
    const { step, down } = glyphSets.ascii
    expect(choiceList({ rows, selected: 1, room: 4 }, 40, theme)).toEqual([
      `${down} one`,
      `${step} two`,
      `${down} three`,
      `${down} four`,
    ])
  })

  it('shows what fits around it', () => {
    const { step } = glyphSets.ascii
    for (const selected of rows.keys()) {
      const shown = choiceList({ rows, selected, room: 2 }, 40, theme)
      expect(shown).toHaveLength(2)
      expect(shown).toContain(`${step} ${rows[selected]?.[0]?.text}`)
    }
  })
})
