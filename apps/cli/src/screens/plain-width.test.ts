import { glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { painted } from '../output/paint.ts'
import { plainWidth } from './plain-width.ts'

describe('plainWidth', () => {
  it('measures every character of the trace, colored or not', () => {
    const { severity, ...signs } = glyphSets.unicode
    for (const sign of [...Object.values(signs), ...Object.values(severity)])
      expect(plainWidth(painted('signal', sign)), sign).toBe(1)
    expect(plainWidth('netbox · naïve…')).toBe(15)
  })

  it.each(['日本', '😀', 'e\u0301', '\t', '⌚', '✔\ufe0f'])('does not measure %j', (text) =>
    expect(plainWidth(text)).toBeUndefined(),
  )
})
