import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** Lists what an API token may be allowed to do. */
export const tokenScopes = ['tools:run', 'tools:read', 'usage:read', 'email:verify'] as const

/** Names something that an API token may be allowed to do. */
export type TokenScope = (typeof tokenScopes)[number]

/** Describes an API token in lists. The token itself is shown once, when it is made. */
export const apiToken = v.object({
  id: id(),
  name: v.string(),
  /** The first characters, to tell tokens apart. */
  prefix: v.string(),
  scopes: v.array(v.picklist(tokenScopes)),
  created_at: instant(),
  expires_at: v.nullable(instant()),
  last_used_at: v.nullable(instant()),
})

/** An API token in lists. */
export type ApiToken = v.InferOutput<typeof apiToken>
