import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverMessages, translateServerMessage, type ServerMessageCode } from './server-messages.ts'

const codes = [
  'invalid_credentials',
  'account_disabled',
  'email_in_use',
  'invalid_email',
  'password_too_short',
] as const satisfies ServerMessageCode[]

describe('serverMessages', () => {
  it('has the five messages of the account routes', () => {
    expect(Object.keys(serverMessages).toSorted()).toEqual(codes.toSorted())
  })
})

describe('translateServerMessage', () => {
  it.each(codes)('translates the message %s of our own server', (code) => {
    const { portuguese, english } = serverMessages[code]
    expect(translateServerMessage(portuguese)).toEqual({ code, text: english })
  })

  it.each([
    ['invalid_credentials', 'Email ou senha inválidos'],
    ['invalid_credentials', 'Usuário ou senha incorretos'],
    ['invalid_credentials', 'Credenciais inválidas'],
    ['invalid_credentials', 'Senha incorreta'],
    ['account_disabled', 'Conta desativada'],
    ['account_disabled', 'Usuário desabilitado. Contate o suporte.'],
    ['account_disabled', 'Sua conta foi suspensa'],
    ['email_in_use', 'Email já cadastrado'],
    ['email_in_use', 'Este e-mail já está registrado'],
    ['email_in_use', 'E-mail em uso'],
    ['email_in_use', 'Usuário já existe'],
    ['invalid_email', 'E-mail inválido'],
    ['invalid_email', 'Por favor, informe um email válido'],
    ['password_too_short', 'Senha muito curta'],
    ['password_too_short', 'A senha precisa de no mínimo 6 caracteres'],
  ])('recognizes other wordings of %s: %s', (code, text) => {
    expect(translateServerMessage(text).code).toBe(code)
  })

  it('ignores case, accents, punctuation and other words', () => {
    for (const code of codes) {
      const bare = serverMessages[code].portuguese.normalize('NFD').replace(/\p{M}/gu, '')
      for (const text of [bare.toUpperCase(), `  Erro 400: ${bare} (tente novamente)`, bare.replaceAll(' ', '\n')]) {
        expect(translateServerMessage(text).code).toBe(code)
      }
    }
  })

  it('keeps an English text of the table unchanged', () => {
    for (const code of codes) {
      const { english } = serverMessages[code]
      expect(translateServerMessage(english)).toEqual({ code, text: english })
    }
  })

  it('keeps the text of an unknown message', () => {
    for (const text of [
      '',
      'Sem permissão.',
      'Email e senha são obrigatórios',
      'Sua senha foi alterada',
      'Conta criada',
      'Uso de email',
      'Janela da conta em uso',
    ]) {
      expect(translateServerMessage(text)).toEqual({ code: 'unknown', text })
    }
  })

  it('answers any text, translating at most once', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xd7ff).map((code) => String.fromCodePoint(code)) }), (text) => {
        const once = translateServerMessage(text)
        expect(translateServerMessage(once.text)).toEqual(once)
      }),
    )
  })

  it('reads a message of a megabyte', () => {
    expect(translateServerMessage(`${'x '.repeat(500_000)}E-mail inválido`).code).toBe('invalid_email')
  })
})
