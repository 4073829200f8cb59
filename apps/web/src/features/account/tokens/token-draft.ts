import type { BodyInput, TokenScope } from '@netbox/contract'
import type { FieldErrors } from '../../../lib/use-form.ts'
import { accountTexts, scopeTexts } from '../../../texts/account.ts'

const { tokens: texts } = accountTexts
const DAY = 86_400_000

/** A requested token: its name, its permissions, its lifetime in days; blank means unlimited. */
export interface TokenDraft {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: string
}

/** The permissions of a token, in the order of the contract. */
// The type guarantees that the keys of the texts are all scopes.
export const scopes = Object.keys(scopeTexts) as TokenScope[]

/** Checks a token before the request. */
export const checkToken = ({ name, scopes: chosen }: TokenDraft): FieldErrors<'name' | 'scopes'> => ({
  ...(name.trim() === '' ? { name: texts.nameMissing } : {}),
  ...(chosen.length === 0 ? { scopes: texts.scopesMissing } : {}),
})

/** Converts a checked token to the API's form. */
export const tokenBody = ({ name, scopes: chosen, days }: TokenDraft, now: number): BodyInput<'tokens.create'> => ({
  name: name.trim(),
  scopes: [...chosen],
  expires_at: days === '' ? null : new Date(now + Number(days) * DAY).toISOString(),
})
