import { glyphSets } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { painted } from '../output/paint.ts'
import { plainWidth } from './plain-width.ts'

describe('plainWidth', () => {
  it('measures everything that the trace is drawn with, colored or not', () => {
    const { severity, ...signs } = glyphSets.unicode
    for (const sign of [...Object.values(signs), ...Object.values(severity)])
      expect(plainWidth(painted('signal', sign)), sign).toBe(1)
    expect(plainWidth('netbox · naïve…')).toBe(15)
  })

  it.each(['日本', '😀', 'e\u0301', '\t', '⌚', '✔\ufe0f'])('leaves %j to those who know better', (text) =>
    expect(plainWidth(text)).toBeUndefined(),
  )
})
