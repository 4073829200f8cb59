import { glyphSets } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { unpainted } from '../output/terminal.ts'
import { traceLine } from './lines.ts'

const theme = { glyphs: glyphSets.unicode, paint: unpainted }
const running = (progress: number) => ({ progress, phase: 'running' as const, run: null })

describe('traceLine', () => {
  it('fills as progress arrives', () => {
    expect(traceLine(running(0), 46, theme)).toBe('● Ask ╌╌╌╌╌╌╌╌ ■ Run ╌╌╌╌╌╌╌╌ ○ Report    0 %')
    expect(traceLine(running(25), 46, theme)).toBe('● Ask ────╌╌╌╌ ■ Run ╌╌╌╌╌╌╌╌ ○ Report   25 %')
    expect(traceLine(running(75), 46, theme)).toBe('● Ask ──────── ■ Run ────╌╌╌╌ ○ Report   75 %')
  })

  it('fits 40 columns', () =>
    expect(traceLine(running(100), 40, theme)).toBe('● Ask ───── ■ Run ───── ○ Report  100 %'))

  it('ends in the glyph of the verdict', async () => {
    const run = await fixedWorld('mx-down').run('mx-record', 'mail.example')
    expect(traceLine({ progress: 100, phase: 'succeeded', run }, 46, theme)).toBe(
      '● Ask ──────── ■ Run ──────── ✖ Report  100 %',
    )
  })

  it('stays dashed after a failed run', () => {
    expect(traceLine({ progress: 50, phase: 'failed', run: null }, 46, theme)).toBe(
      '● Ask ──────── ■ Run ╌╌╌╌╌╌╌╌ ✖ Report   50 %',
    )
  })

  it('can be drawn in ASCII, within 80 columns', () => {
    const line = traceLine(running(50), 80, { ...theme, glyphs: glyphSets.ascii })
    expect(line).toBe('* Ask ------------------ # Run .................. o Report   50 %')
  })
})
