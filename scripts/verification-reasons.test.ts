import { describe, expect, it } from 'vitest'
import { reasonTexts } from '../apps/web/src/texts/verification-reasons.ts'
import { reasons } from '../packages/email-verifier/src/result/verdicts.ts'

describe('the reasons of verification results', () => {
  it('have a text on the site, each of them, and no text is left over', () => {
    expect(Object.keys(reasonTexts).toSorted()).toEqual(reasons.toSorted())
  })
})
