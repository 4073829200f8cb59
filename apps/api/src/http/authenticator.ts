import type { Soon } from '../soon.ts'
import type { KnownCaller } from './caller.ts'

/**
 * Finds who a bearer belongs to: a session's access token or an API token (`nbx_…`). Undefined for anything that is not
 * in force now. Reads session and profile anew on every request, so that a revocation counts from the next one.
 */
export type Authenticator = (bearer: string) => Soon<KnownCaller | undefined>
