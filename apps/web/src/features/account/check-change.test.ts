import { describe, expect, it } from 'vitest'
import { checkForm } from '../../lib/page/form.ts'
import { changeForm } from './password.tsx'

const errorsOf = (values: object) => checkForm(changeForm, values).errors

describe('a change of the password', () => {
  it('needs the current one, and a new one twice', () => {
    expect(errorsOf({ current: 'a', password: 'secret', confirmation: 'secret' })).toEqual({})
    expect(errorsOf({ current: '', password: 'secret', confirmation: 'Secret' })).toEqual({
      current: 'Please enter your current password.',
      confirmation: 'Passwords do not match. Please make sure both passwords are identical.',
    })
    expect(errorsOf({ current: 'a', password: 'short', confirmation: '' })).toEqual({
      password: 'Password must be at least 6 characters long.',
    })
  })
})
