import { describe, expect, it } from 'vitest'
import { lineOf } from './edit.ts'
import { visible } from './field.tsx'
import { windowOf } from './find.tsx'

describe('windowOf', () => {
  it('shows the whole of a short list', () => expect(windowOf(3, 2, 10)).toEqual([0, 3]))

  it('keeps the selected entry in the middle, and the window full', () => {
    expect(windowOf(25, 0, 7)).toEqual([0, 7])
    expect(windowOf(25, 12, 7)).toEqual([9, 16])
    expect(windowOf(25, 24, 7)).toEqual([18, 25])
  })

  it('shows the selected entry wherever it is', () => {
    for (let selected = 0; selected < 25; selected++) {
      const [from, to] = windowOf(25, selected, 1)
      expect([from, to]).toEqual([selected, selected + 1])
    }
  })
})

describe('visible', () => {
  it('shows the part of a long line where the cursor is', () => {
    expect(visible(lineOf('abcdefghij'), 5)).toEqual({ before: 'ghij', at: ' ', after: '' })
    expect(visible({ text: 'abcdefghij', cursor: 0 }, 5)).toEqual({ before: '', at: 'a', after: 'bcde' })
  })

  it('shows line breaks as spaces', () => expect(visible(lineOf('a\nb'), 9).before).toBe('a b'))
})
