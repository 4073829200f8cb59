import { describe, expect, it } from 'vitest'
import { checkpoints, showMilliseconds, sinceBefore } from './progress-line.ts'

describe('the line of a run', () => {
  it('stops where the specification says', () => {
    expect(checkpoints).toEqual([0, 10, 25, 50, 75, 90, 100])
  })

  it('parts thousands', () => {
    expect([0, 914, 2914, 1_234_567].map(showMilliseconds)).toEqual(['0 ms', '914 ms', '2 914 ms', '1 234 567 ms'])
  })

  it('says how long each line took', () => {
    const log = [1000, 1501, 1501].map((at) => ({ at, text: '', level: 'info' as const }))
    expect(log.map((_, index) => sinceBefore(log, index))).toEqual(['0 ms', '+501', '+0'])
  })
})
