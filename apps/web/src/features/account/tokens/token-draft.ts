import type { BodyInput, TokenScope } from '@netbox/contract'
import type { FieldErrors } from '../../../lib/use-form.ts'
import { accountTexts, scopeTexts } from '../../../texts/account.ts'

const { tokens: texts } = accountTexts
const DAY = 86_400_000

/** A token as it is asked for: its name, what it may do, after how many days it ends; blank is never. */
export interface TokenDraft {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: string
}

/** Lists what a token may be allowed to do, in the order of the contract. */
// The keys of the texts are all scopes: the type says so.
export const scopes = Object.keys(scopeTexts) as TokenScope[]

/** Checks a token before it is asked for. */
export const checkToken = ({ name, scopes: chosen }: TokenDraft): FieldErrors<'name' | 'scopes'> => ({
  ...(name.trim() === '' ? { name: texts.nameMissing } : {}),
  ...(chosen.length === 0 ? { scopes: texts.scopesMissing } : {}),
})

/** Writes a checked token as the API takes it. */
export const tokenBody = ({ name, scopes: chosen, days }: TokenDraft, now: number): BodyInput<'tokens.create'> => ({
  name: name.trim(),
  scopes: [...chosen],
  expires_at: days === '' ? null : new Date(now + Number(days) * DAY).toISOString(),
})
