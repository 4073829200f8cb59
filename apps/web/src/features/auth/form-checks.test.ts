import { describe, expect, it } from 'vitest'
import { checkCode, checkLogin, checkRegistration } from './form-checks.ts'

describe('a registration', () => {
  const right = { email: 'ana@mail.example', password: 'secret', confirmation: 'secret' }

  it('is sent if everything is valid', () => {
    expect(checkRegistration(right)).toEqual({})
  })

  it('needs an address', () => {
    expect(checkRegistration({ ...right, email: '  ' })).toEqual({ email: 'Please enter your email address.' })
  })

  it('needs a password of six characters', () => {
    const short = { ...right, password: 'secre', confirmation: 'secre' }
    expect(checkRegistration(short)).toEqual({ password: 'Password must be at least 6 characters long.' })
  })

  it('needs the same password twice', () => {
    expect(checkRegistration({ ...right, confirmation: 'Secret' })).toEqual({
      confirmation: 'Passwords do not match. Please make sure both passwords are identical.',
    })
  })
})

describe('a sign-in', () => {
  it('needs an address and a password, and validates neither', () => {
    expect(Object.keys(checkLogin({ email: '', password: '' }))).toEqual(['email', 'password'])
    expect(checkLogin({ email: 'x', password: ' ' })).toEqual({})
  })
})

describe('a code', () => {
  it('needs the address that it was sent to', () => {
    expect(Object.keys(checkCode({ email: ' ', code: ' ' }))).toEqual(['email', 'code'])
    expect(checkCode({ email: 'ana@mail.example', code: 'abcde-12345' })).toEqual({})
  })
})
