import type { Factor as FactorAnswer } from '@netbox/contract'
import type { FactorOwner } from './codes.ts'
import type { Factor, SecondFactors } from './second-factors.ts'
import type { UserCaller } from '../../caller.ts'
import type { Routes } from '../../http/handler.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import { serializeSignedIn } from '../sessions/types.ts'

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

export const secondFactorRoutes = ({ secondFactors }: { readonly secondFactors: SecondFactors }) =>
  ({
    'auth.secondFactor': async (ctx) =>
      serializeSignedIn(await secondFactors.signIn(ownerOf(ctx), ctx.state.body.code)),
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
      const enrolled = await secondFactors.enrol(ownerOf(ctx), { name, replacesPending: true })
      const { factor, secret, uri, qrCode } = enrolled
      return { id: factor.id, name: factor.name, secret, uri, qr_code: qrCode }
    },
    'account.confirmFactor': async (ctx) => {
      const { params, body } = ctx.state
      const codes = await secondFactors.confirm(ownerOf(ctx), params.id, body.code)
      return { recovery_codes: [...codes] }
    },
    'account.removeFactor': async (ctx) => {
      const { params, body } = ctx.state
      await secondFactors.removeWith(ownerOf(ctx), params.id, body)
      return { ok: true }
    },
    'account.recoveryCodes': async (ctx) => {
      const { password } = ctx.state.body
      const codes = await secondFactors.renewRecoveryCodes(ownerOf(ctx), password)
      return { recovery_codes: [...codes] }
    },
  }) satisfies Routes
