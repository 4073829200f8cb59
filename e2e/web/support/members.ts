import { newAddress, PASSWORD } from './account-forms.ts'
import type { Service } from './start-service.ts'

/** A user who has an account at the service. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly token: string
  /** The browser storage with which the user is signed in. */
  readonly kept: Readonly<Record<string, string>>
}

interface SignedIn {
  readonly token: string
  readonly user: { readonly id: string; readonly email: string }
  readonly session: { readonly refresh_token: string; readonly expires_at: number }
}

const memberOf = ({ token, user, session }: SignedIn): Member => ({
  id: user.id,
  email: user.email,
  token,
  kept: {
    auth_token: token,
    auth_session: JSON.stringify({
      token,
      user,
      refresh: { token: session.refresh_token, expiresAt: session.expires_at * 1000 },
    }),
  },
})

/** Signs a member in again, after a change of their rights. */
export const signInAgain = async (service: Service, { email }: Pick<Member, 'email'>): Promise<Member> => {
  const answer = await service.api('POST', '/auth/login', { email, password: PASSWORD })
  return memberOf((await answer.json()) as SignedIn)
}

/** Creates an account without the browser. */
export const newMember = async (service: Service, email = newAddress()): Promise<Member> => {
  const answer = await service.api('POST', '/auth/register', { email, password: PASSWORD })
  if (answer.status !== 201) throw new Error(`No account for ${email}: ${answer.status}`)
  return memberOf((await answer.json()) as SignedIn)
}

/** Creates an admin account. */
export const newAdminMember = async (service: Service): Promise<Member> => {
  const member = await newMember(service)
  await service.admin('grant', member.email)
  return signInAgain(service, member)
}

/** Creates a user on a plan, which an admin grants. */
export const newMemberOn = async (
  plan: 'free' | 'pro' | 'enterprise',
  { service, admin }: { readonly service: Service; readonly admin: Member },
  email = newAddress(),
): Promise<Member> => {
  const answer = await service.api('POST', '/admin/users', { email, password: PASSWORD, plan }, admin.token)
  if (answer.status !== 201) throw new Error(`No account for ${email}: ${answer.status}`)
  return signInAgain(service, { email })
}
