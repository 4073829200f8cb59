import type { Factor as FactorAnswer } from '@netbox/contract'
import {
  type Factor,
  type FactorOwner,
  MOST_FACTORS,
  type SecondFactors,
} from '../../accounts/second-factor/second-factors.ts'
import { ApiError } from '../../api-error.ts'
import type { UserCaller } from '../../caller.ts'
import type { Routes } from '../../http/handler.ts'
import { isoTime, isoTimeOrNull } from '../../serializers/iso-time.ts'
import { rewording, tooLongIsWrong } from '../../serializers/refusals.ts'
import { serializeSignedIn } from '../../serializers/session.ts'

const serializeFactor = ({ id, name, createdAt, lastUsedAt }: Factor): FactorAnswer => ({
  id,
  name,
  created_at: isoTime(createdAt),
  last_used_at: isoTimeOrNull(lastUsedAt),
})

const ownerOf = ({ user: account, session }: UserCaller): FactorOwner => ({ account, session })

/** Returns the error for a user who has reached the maximum. */
const noMore = (): ApiError =>
  new ApiError('limit_exceeded', { message: `You have ${MOST_FACTORS} authenticator apps. Remove one to add another.` })

/** Throws `unauthorized` if the session has ended since the caller was authenticated. */
const whileSignedIn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  rewording('session_not_found', () => new ApiError('unauthorized'), work)

/** Creates the routes of second factors. */
export const secondFactorRoutes = ({ secondFactors }: { readonly secondFactors: SecondFactors }) =>
  ({
    'auth.secondFactor': async ({ state: { caller, body } }) =>
      serializeSignedIn(await whileSignedIn(() => secondFactors.signIn(ownerOf(caller), body.code))),
    'account.factors': async ({ state: { caller } }) => {
      const all = await secondFactors.list(caller.user.id)
      const { left, lastUsedAt } = await secondFactors.recoveryCodes(caller.user.id)
      return {
        factors: all.filter(({ isVerified }) => isVerified).map(serializeFactor),
        recovery_codes: { left, last_used_at: isoTimeOrNull(lastUsedAt) },
      }
    },
    'account.enrolFactor': async ({ state: { caller, body } }) => {
      const enrol = () => secondFactors.enrol(ownerOf(caller), { name: body.name, replacesPending: true })
      const { factor, secret, uri, qrCode } = await rewording('limit_exceeded', noMore, enrol)
      return { id: factor.id, name: factor.name, secret, uri, qr_code: qrCode }
    },
    'account.confirmFactor': async ({ state: { caller, params, body } }) => ({
      recovery_codes: [...(await whileSignedIn(() => secondFactors.confirm(ownerOf(caller), params.id, body.code)))],
    }),
    'account.removeFactor': async ({ state: { caller, params, body } }) => {
      await tooLongIsWrong(() => secondFactors.removeWith(ownerOf(caller), params.id, body))
      return { ok: true }
    },
    'account.recoveryCodes': async ({ state: { caller, body } }) => ({
      recovery_codes: [
        ...(await tooLongIsWrong(() => secondFactors.renewRecoveryCodes(ownerOf(caller), body.password))),
      ],
    }),
  }) satisfies Routes
