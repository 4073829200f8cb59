import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framed } from './frame.tsx'

describe('framed', () => {
  it('keeps the foot at the bottom, below the fill', () =>
    expect(framed(['head', 'text'], ['keys'], 5, '│')).toEqual(['head', 'text', '│', '│', 'keys']))

  it('cuts the body from its end, never the foot', () =>
    expect(framed(['head', 'text', 'more'], ['note', 'keys'], 3)).toEqual(['head', 'note', 'keys']))

  it('has as many rows as the terminal, however small it is', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 60 }),
        (body, foot, rows) => {
          const lines = framed(body, foot, rows)
          expect(lines).toHaveLength(rows)
          expect(lines.at(-1)).toBe(foot.at(-1))
        },
      ),
    ))
})
