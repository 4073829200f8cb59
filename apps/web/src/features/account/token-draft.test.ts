import { tokenScopes } from '@netbox/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkForm } from '../../lib/page/form.ts'
import { scopes, tokenForm } from './tokens.tsx'

const NOW = Date.parse('2026-11-20T08:00:00Z')

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

describe('a token that is asked for', () => {
  it('may have every scope of the contract, and needs one, and a name', () => {
    expect(scopes).toEqual(tokenScopes)
    expect(checkForm(tokenForm, { name: 'Nightly', scopes: ['tools:run'], days: '30' }).errors).toEqual({})
    expect(Object.keys(checkForm(tokenForm, { name: ' ', scopes: [], days: '' }).errors)).toEqual(['name', 'scopes'])
  })

  it('ends after some days, or never', () => {
    const draft = { name: ' Nightly ', scopes: ['tools:run'] }
    expect(checkForm(tokenForm, { ...draft, days: '30' }).output).toEqual({
      name: 'Nightly',
      scopes: ['tools:run'],
      expires_at: '2026-12-20T08:00:00.000Z',
    })
    expect(checkForm(tokenForm, { ...draft, days: '' }).output?.expires_at).toBeNull()
  })
})
