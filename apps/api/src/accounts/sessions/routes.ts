import type { Accounts } from '../accounts.ts'
import type { ApiTokens } from '../api-tokens/api-tokens.ts'
import type { Sessions } from './sessions.ts'
import type { KnownCaller } from '../../caller.ts'
import { deviceOf, type Routes } from '../../http/handler.ts'
import { serializeSignedIn, serializeUser } from './types.ts'

export interface AuthRoutesOptions {
  readonly accounts: Accounts
  readonly sessions: Pick<Sessions, 'refresh' | 'end'>
  readonly apiTokens: Pick<ApiTokens, 'revoke'>
}

const CHECK_YOUR_EMAIL = 'Check your email: the link in it confirms your address.'
// The response for every address, known or not.
const MAIL_IS_ON_ITS_WAY = 'If there is an account with this address, a message is on its way to it.'

/** Creates the routes of accounts and sessions over the account services. */
export const sessionRoutes = ({ accounts, sessions, apiTokens }: AuthRoutesOptions) => {
  const askForMail = async (ask: (email: string) => Promise<void>, email: string) => {
    await ask(email)
    return { ok: true as const, message: MAIL_IS_ON_ITS_WAY }
  }

  const end = (caller: KnownCaller): Promise<unknown> =>
    caller.kind === 'token' ? apiTokens.revoke(caller.user.id, caller.token.id) : sessions.end(caller.session.id)

  return {
    'auth.register': async (ctx) => {
      const { email, password } = ctx.state.body
      const registered = await accounts.register({ email, password, device: deviceOf(ctx) })
      if (registered.kind === 'signed-in') return serializeSignedIn(registered.signedIn)
      const { email: address, resendToken: resend_token } = registered
      return { confirmation_required: true, email: address, message: CHECK_YOUR_EMAIL, resend_token }
    },
    'auth.login': async (ctx) => {
      const request = { ...ctx.state.body, device: deviceOf(ctx) }
      return serializeSignedIn(await accounts.login(request))
    },
    'auth.verify': async ({ state: { caller } }) => ({
      user: serializeUser(caller.user),
      actor_id: caller.kind === 'user' ? caller.session.actorId : null,
    }),
    'auth.refresh': async ({ state: { body } }) => serializeSignedIn(await sessions.refresh(body.refresh_token)),
    'auth.logout': async ({ state: { caller } }) => {
      await end(caller)
      return { ok: true }
    },
    'auth.confirm': async (ctx) => {
      const { signedIn, needsPassword } = await accounts.confirm(ctx.state.body, deviceOf(ctx))
      return { ...serializeSignedIn(signedIn), ...(needsPassword && { password_required: true as const }) }
    },
    'auth.resend': ({ state: { body } }) =>
      askForMail((email) => accounts.resend(email, {}, body.resend_token), body.email),
    'auth.recover': ({ state: { body } }) => askForMail((email) => accounts.recover(email), body.email),
    'auth.reset': async (ctx) => {
      const { password, ...proof } = ctx.state.body
      await accounts.reset(proof, password, deviceOf(ctx))
      return { ok: true }
    },
    'auth.password': async ({ state: { caller, body } }) => {
      const { user: account, session } = caller
      const change = { account, session, current: body.current_password, next: body.new_password }
      await accounts.changePassword(change)
      return { ok: true }
    },
  } satisfies Routes
}
