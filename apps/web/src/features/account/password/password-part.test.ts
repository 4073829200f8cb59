import { describe, expect, it } from 'vitest'
import { checkChange } from './password-part.tsx'

describe('a change of the password', () => {
  it('needs the current one, and a new one twice', () => {
    expect(checkChange({ current: 'a', password: 'secret', confirmation: 'secret' })).toEqual({})
    expect(checkChange({ current: '', password: 'secret', confirmation: 'Secret' })).toEqual({
      current: 'Please enter your current password.',
      confirmation: 'Passwords do not match. Please make sure both passwords are identical.',
    })
    expect(checkChange({ current: 'a', password: 'short', confirmation: '' })).toEqual({
      password: 'Password must be at least 6 characters long.',
    })
  })
})
