import { createHash } from 'node:crypto'
import type { DatabaseAndClock } from '../../database/database.ts'
import { insertRow } from '../../database/dialects.ts'
import { digest, newId, sameText, toUuid } from '../../random.ts'
import { toAccount } from '../users/account.ts'
import { findFlow, useFlow } from './repository.ts'
import type { CodeData } from './codes.ts'
import type { Device, SignedIn, SignInMethod } from '../sessions/types.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findById } from '../users/repository.ts'
import { Refusal } from '../../refusal.ts'

/** The PKCE challenge of a client. */
export type Challenge = NonNullable<CodeData['challenge']>

const CODE_LIFETIME = 5 * 60_000

const challengeOf = (verifier: string, method: string): string =>
  method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier

/**
 * Creates the service of PKCE authorization codes (RFC 7636): a valid link returns a code, and the client that requested the link exchanges
 * it for a session.
 */
export const createAuthFlows = ({
  database,
  sessions,
  clock,
}: DatabaseAndClock & {
  readonly sessions: Pick<Sessions, 'start'>
}) => ({
  /** Issues a code that works once, for five minutes. */
  begin: async (userId: string, { text, method: transform }: Challenge, method: SignInMethod): Promise<string> => {
    // Clients may expect the format of a UUID.
    const code = toUuid(newId())
    await insertRow(database.writer, 'auth_flows', {
      id: newId(),
      user_id: userId,
      code_hash: digest(code),
      challenge: `${transform}:${text}`,
      method,
      expires_at: clock.now() + CODE_LIFETIME,
      used_at: null,
    })
    return code
  },

  /** Exchanges a code for a session. Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier` and `user_banned`. */
  exchange: async (code: string, verifier: string, device: Device): Promise<SignedIn> => {
    const { queries, writer } = database
    const found = await findFlow(queries, digest(code))
    if (found === undefined || found.used_at !== null) throw new Refusal('flow_state_not_found')
    const now = clock.now()
    if (found.expires_at <= now) throw new Refusal('flow_state_expired')
    const [transform = '', challenge = ''] = found.challenge.split(':')
    if (!sameText(challenge, challengeOf(verifier, transform))) throw new Refusal('bad_code_verifier')
    const user = await findById(queries, found.user_id)
    if (user === undefined) throw new Refusal('flow_state_not_found')
    const account = toAccount(user, now)
    if (account.status === 'disabled') throw new Refusal('user_banned')
    if (!(await useFlow(writer, found.id, now))) throw new Refusal('flow_state_not_found')
    return sessions.start(account, device, { method: found.method as SignInMethod })
  },
})

export type AuthFlows = ReturnType<typeof createAuthFlows>
