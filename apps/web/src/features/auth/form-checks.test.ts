import { describe, expect, it } from 'vitest'
import { checkForm } from '../../lib/page/form.ts'
import { codeForm, loginForm, registrationForm } from './form-rules.ts'

const checkRegistration = (values: object) => checkForm(registrationForm, values).errors

describe('a registration', () => {
  const right = { email: 'ana@mail.example', password: 'secret', confirmation: 'secret' }

  it('is sent if everything is valid', () => {
    expect(checkForm(registrationForm, right)).toEqual({ output: right, errors: {} })
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
    expect(Object.keys(checkForm(loginForm, { email: '', password: '' }).errors)).toEqual(['email', 'password'])
    expect(checkForm(loginForm, { email: ' x ', password: ' ' }).output).toEqual({ email: 'x', password: ' ' })
  })
})

describe('a code', () => {
  it('needs the address that it was sent to', () => {
    expect(Object.keys(checkForm(codeForm, { email: ' ', code: ' ' }).errors)).toEqual(['email', 'code'])
    expect(checkForm(codeForm, { email: 'ana@mail.example', code: 'abcde-12345' }).errors).toEqual({})
  })
})
