import { describe, expect, it } from 'vitest'
import { rowsOf } from './verification-results.ts'
import { resultOf } from './testing/result-of.ts'
import { nothingVerified } from './verification-state.ts'

describe('the rows of a verification', () => {
  const rows = rowsOf({
    ...nothingVerified,
    phase: 'verifying',
    emails: ['ana@mail.example', 'info@mail.example', 'j.doe@old.example'],
    results: [resultOf('info@mail.example'), resultOf('j.doe@old.example', 'invalid')],
  })

  it('are the results in the order of arrival, then the others', () => {
    expect([0, 1, 2, 3].map((at) => rows.at(at)?.email)).toEqual([
      'info@mail.example',
      'j.doe@old.example',
      'ana@mail.example',
      undefined,
    ])
    expect(rows.count).toBe(3)
  })

  it('select the first that bounces until the user chooses one', () => {
    expect(rows.indexOf(undefined)).toBe(1)
    expect(rows.indexOf('ana@mail.example')).toBe(2)
    expect(rows.indexOf('nobody@mail.example')).toBe(1)
  })
})
