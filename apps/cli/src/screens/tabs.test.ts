import { describe, expect, it } from 'vitest'
import { read, type Reading, tabs, type Turn, unread } from './tabs.ts'

const after = (...turns: Turn[]): Reading => turns.reduce(read, unread)
const down: Turn = { move: 'down', count: 40, room: 10 }

describe('read', () => {
  it('cycles through the tabs in both directions', () => {
    expect(tabs.map((_, times) => after(...tabs.slice(0, times).map((): Turn => ({ by: 1 }))).tab)).toEqual(tabs)
    expect(after({ by: 1 }, { by: 1 }, { by: 1 }).tab).toBe('summary')
    expect(after({ by: -1 }).tab).toBe('raw')
    expect(after({ to: 'findings' }).tab).toBe('findings')
  })

  it('scrolls only the open tab, and restores its position later', () => {
    const moved = after(down, down, { by: 1 }, down)
    expect(moved.offsets).toEqual({ summary: 2, findings: 1, raw: 0 })
    expect(read(moved, { by: -1 })).toEqual({ tab: 'summary', offsets: { summary: 2, findings: 1, raw: 0 } })
  })
})
