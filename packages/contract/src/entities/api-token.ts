import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** The permissions of API tokens. */
export const tokenScopes = ['tools:run', 'tools:read', 'usage:read', 'email:verify'] as const

/** A permission of an API token. */
export type TokenScope = (typeof tokenScopes)[number]

/** An API token in lists. The token itself is shown once, on creation. */
export const apiToken = v.object({
  id: id(),
  name: v.string(),
  /** The first characters, which distinguish tokens. */
  prefix: v.string(),
  scopes: v.array(v.picklist(tokenScopes)),
  created_at: instant(),
  expires_at: v.nullable(instant()),
  last_used_at: v.nullable(instant()),
})

/** An API token in lists. */
export type ApiToken = v.InferOutput<typeof apiToken>
