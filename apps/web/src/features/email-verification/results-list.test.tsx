import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addresses } from '../../testing/verification-screen.ts'
import { ResultsList } from './results-list.tsx'
import { ROW_HEIGHT } from './row-window.ts'
import { rowsOf } from './verification-results.ts'
import { resultOf } from './testing/result-of.ts'

const VISIBLE = 8

const rows = rowsOf({
  phase: 'complete',
  emails: addresses(40),
  results: addresses(40).map((email) => resultOf(email)),
  spent: 0,
})

const listOf = (selected: number) => (
  <ResultsList rows={rows} selected={selected} onSelect={() => undefined} isGoing={false} />
)

const topOf = (): number => screen.getByRole('listbox', { name: 'Verified addresses' }).scrollTop / ROW_HEIGHT

beforeEach(() => {
  // happy-dom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VISIBLE * ROW_HEIGHT)
})

describe('the list of results', () => {
  it('scrolls to the selected row, even to one that is selected from the start', () => {
    const { rerender } = render(listOf(20))
    expect(topOf()).toBe(21 - VISIBLE)
    rerender(listOf(3))
    expect(topOf()).toBe(3)
  })

  it('stays in place if the selected row is visible', () => {
    const { rerender } = render(listOf(20))
    rerender(listOf(16))
    expect(topOf()).toBe(21 - VISIBLE)
  })

  it('returns from where the user has scrolled to the next selected row', () => {
    const { rerender } = render(listOf(0))
    screen.getByRole('listbox').scrollTop = 30 * ROW_HEIGHT
    rerender(listOf(1))
    expect(topOf()).toBe(1)
  })
})
