import type { Factor as FactorAnswer } from '@netbox/contract'
import { type Factor, type FactorOwner, MOST_FACTORS, type SecondFactors } from './second-factors.ts'
import { ApiError } from '../../api-error.ts'
import type { UserCaller } from '../../caller.ts'
import type { Routes } from '../../http/handler.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import { rewording, tooLongIsWrong } from '../refusals.ts'
import { serializeSignedIn } from '../sessions/serialize-session.ts'

const serializeFactor = ({ id, name, createdAt, lastUsedAt }: Factor): FactorAnswer => ({
  id,
  name,
  created_at: isoTime(createdAt),
  last_used_at: isoTimeOrNull(lastUsedAt),
})

const ownerOf = ({
  ip: address,
  state: { caller },
}: {
  readonly ip: string
  readonly state: { readonly caller: UserCaller }
}): FactorOwner => ({ account: caller.user, session: caller.session, address })

/** Returns the error for a user who has reached the maximum. */
const noMore = (): ApiError =>
  new ApiError('limit_exceeded', { message: `You have ${MOST_FACTORS} authenticator apps. Remove one to add another.` })

/** Throws `unauthorized` if the session has ended since the caller was authenticated. */
const whileSignedIn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  rewording('session_not_found', () => new ApiError('unauthorized'), work)

/** Creates the routes of second factors. */
export const secondFactorRoutes = ({ secondFactors }: { readonly secondFactors: SecondFactors }) =>
  ({
    'auth.secondFactor': async (ctx) =>
      serializeSignedIn(await whileSignedIn(() => secondFactors.signIn(ownerOf(ctx), ctx.state.body.code))),
    'account.factors': async ({ state: { caller } }) => {
      const all = await secondFactors.list(caller.user.id)
      const { left, lastUsedAt } = await secondFactors.recoveryCodes(caller.user.id)
      return {
        factors: all.filter(({ isVerified }) => isVerified).map(serializeFactor),
        recovery_codes: { left, last_used_at: isoTimeOrNull(lastUsedAt) },
      }
    },
    'account.enrolFactor': async (ctx) => {
      const { name } = ctx.state.body
      const enrol = () => secondFactors.enrol(ownerOf(ctx), { name, replacesPending: true })
      const { factor, secret, uri, qrCode } = await rewording('limit_exceeded', noMore, enrol)
      return { id: factor.id, name: factor.name, secret, uri, qr_code: qrCode }
    },
    'account.confirmFactor': async (ctx) => {
      const { params, body } = ctx.state
      const codes = await whileSignedIn(() => secondFactors.confirm(ownerOf(ctx), params.id, body.code))
      return { recovery_codes: [...codes] }
    },
    'account.removeFactor': async (ctx) => {
      const { params, body } = ctx.state
      await tooLongIsWrong(() => secondFactors.removeWith(ownerOf(ctx), params.id, body))
      return { ok: true }
    },
    'account.recoveryCodes': async (ctx) => {
      const { password } = ctx.state.body
      const codes = await tooLongIsWrong(() => secondFactors.renewRecoveryCodes(ownerOf(ctx), password))
      return { recovery_codes: [...codes] }
    },
  }) satisfies Routes
