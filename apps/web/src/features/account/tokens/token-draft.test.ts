import { tokenScopes } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { checkToken, scopes, tokenBody } from './token-draft.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')

describe('a token that is asked for', () => {
  it('may have every scope of the contract, and needs one, and a name', () => {
    expect(scopes).toEqual(tokenScopes)
    expect(checkToken({ name: 'Nightly', scopes: ['tools:run'], days: '30' })).toEqual({})
    expect(Object.keys(checkToken({ name: ' ', scopes: [], days: '' }))).toEqual(['name', 'scopes'])
  })

  it('ends after some days, or never', () => {
    const draft = { name: ' Nightly ', scopes: ['tools:run'] as const }
    expect(tokenBody({ ...draft, days: '30' }, NOW)).toEqual({
      name: 'Nightly',
      scopes: ['tools:run'],
      expires_at: '2026-12-20T08:00:00.000Z',
    })
    expect(tokenBody({ ...draft, days: '' }, NOW).expires_at).toBeNull()
  })
})
