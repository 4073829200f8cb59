import type { PageQuery, ResponseOf, Verification } from '@netbox/contract'
import type { CallerUser } from '../../http/caller.ts'

/** A page of a user's verifications. */
export type VerificationPage = ResponseOf<'email.history'>['data']

/** The verification service as the routes see it. */
export interface EmailVerifier {
  /** Gives each result as soon as it is known. Writes them to the user's history, if it is one who is known. */
  verify(emails: readonly string[], user: CallerUser | undefined, signal: AbortSignal): AsyncIterable<Verification>
  history(user: CallerUser, page: PageQuery): Promise<VerificationPage>
}
