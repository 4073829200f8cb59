/**
 * The account messages of the server: a stable code, the Portuguese text that the server sends, and the English text that clients show
 * instead. Source: spec §5, server message mapping.
 */
export const serverMessages = {
  password_too_short: {
    portuguese: 'A senha deve ter pelo menos 6 caracteres.',
    english: 'Password must be at least 6 characters long',
  },
  invalid_credentials: { portuguese: 'E-mail ou senha incorretos.', english: 'Invalid email or password' },
  email_in_use: {
    portuguese: 'Este e-mail já está em uso.',
    english: 'This email is already registered. Please try signing in instead.',
  },
  account_disabled: { portuguese: 'Esta conta está desativada.', english: 'Account is disabled' },
  invalid_email: { portuguese: 'Informe um e-mail válido.', english: 'Please enter a valid email address' },
} as const

/** The code of an account message of the server. */
export type ServerMessageCode = keyof typeof serverMessages

/** A server message as a client shows it; `unknown` keeps the server's own text. */
export type TranslatedMessage = { readonly code: ServerMessageCode | 'unknown'; readonly text: string }

type Rule = { readonly code: ServerMessageCode; readonly words: readonly (readonly string[])[] }

// A rule matches if each of its groups has a stem that begins a word of the message (stems of two letters are whole words). The first
// matching rule wins, so rules with more words come before rules with fewer.
const rules: readonly Rule[] = [
  { code: 'password_too_short', words: [['senha'], ['caracter', 'curt']] },
  { code: 'invalid_credentials', words: [['senha'], ['email', 'usuario', 'login'], ['incorret', 'invalid', 'errad']] },
  { code: 'invalid_credentials', words: [['senha'], ['incorret', 'errad']] },
  { code: 'invalid_credentials', words: [['credencia'], ['incorret', 'invalid', 'errad']] },
  {
    code: 'email_in_use',
    words: [['email', 'usuario', 'conta'], ['ja'], ['cadastrad', 'registrad', 'exist', 'uso', 'utiliz', 'usad']],
  },
  { code: 'email_in_use', words: [['email'], ['em'], ['uso']] },
  {
    code: 'account_disabled',
    words: [
      ['conta', 'usuario', 'acesso'],
      ['desativ', 'desabilit', 'inativ', 'bloque', 'suspens'],
    ],
  },
  { code: 'invalid_email', words: [['email'], ['invalid', 'valido']] },
]

/**
 * Translates a Portuguese message of the server into its code and English text. Case, accents, punctuation and the words around the message
 * do not matter; an English text of the table is recognized too.
 *
 * @example
 * import { translateServerMessage } from '@netbox/product'
 * translateServerMessage('EMAIL OU SENHA INVALIDOS').text // => 'Invalid email or password'
 * translateServerMessage('Sem permissão.') // => { code: 'unknown', text: 'Sem permissão.' }
 */
export function translateServerMessage(text: string): TranslatedMessage {
  const words = wordsOf(text)
  const code = codeOfEnglish(words) ?? rules.find((rule) => holds(rule, words))?.code
  return code === undefined ? { code: 'unknown', text } : { code, text: serverMessages[code].english }
}

function holds(rule: Rule, words: readonly string[]): boolean {
  return rule.words.every((stems) => words.some((word) => stems.some((stem) => beginsWith(word, stem))))
}

function beginsWith(word: string, stem: string): boolean {
  return stem.length > 2 ? word.startsWith(stem) : word === stem
}

// Every code has a rule, so the rules serve as the list of codes.
function codeOfEnglish(words: readonly string[]): ServerMessageCode | undefined {
  const joined = words.join(' ')
  return rules.find(({ code }) => wordsOf(serverMessages[code].english).join(' ') === joined)?.code
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('e-mail', 'email')
  return plain.match(/[a-z0-9]+/g) ?? []
}
