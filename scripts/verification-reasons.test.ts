import { describe, expect, it } from 'vitest'
import { reasonTexts } from '../apps/web/src/texts/email-verification.ts'
import { reasons } from '../packages/email-verifier/src/verdict/verdicts.ts'

// The site and the verifier must not import each other: the site knows only the verifier's responses.
describe('the site’s explanations of results', () => {
  it('exist for every reason of the verifier, and for no other', () => {
    expect(Object.keys(reasonTexts).toSorted()).toEqual(reasons.toSorted())
  })

  it('differ from each other', () => {
    expect(new Set(Object.values(reasonTexts)).size).toBe(reasons.length)
  })
})
