import { afterAll, beforeAll, vi } from 'vitest'
import { freshEmail } from '../../support/accounts.ts'
import type { Open } from '../../support/database.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { setClock } from '../../support/set-clock.ts'
import { useApi } from '../../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './client.ts'

/** The page of an app that is an allowed target of links. */
export const PAGE = 'https://app.example/welcome?flow=1'

/** The password of users. */
export const password = 'correct horse'

/** A response of supabase-js. */
export interface Refused {
  readonly error: {
    readonly code?: string | undefined
    readonly status?: number | undefined
    readonly message: string
  } | null
}

/** Returns the code and the status of a refusal. */
export const refusalOf = ({ error }: Refused) => [error?.code, error?.status]

// The client compares the expiry of its session with the time of this machine.
const clockFromNow = () => setClock(new Date().toISOString())

/** Runs an API with a mail server during the calling suite. */
export const startMailingApi = (open: Open) => {
  const clock = clockFromNow()
  const env: Record<string, string> = {
    SERVICE_ROLE_KEY: SERVICE_KEY,
    CORS_ORIGINS: 'https://app.example',
    REDIRECT_URLS: 'myapp://signed-in',
  }
  let server: Awaited<ReturnType<typeof startMailServer>> | undefined
  // The hooks run in this order, so the API knows the mail server.
  beforeAll(async () => {
    server = await startMailServer()
    env['SMTP_URL'] = server.url
  })
  const api = useApi({ on: open, clock, env })
  afterAll(() => server?.stop())
  const mails = () => server?.mails ?? []
  const client = () => clientOf(api)
  const admin = () => clientOf(api, { key: SERVICE_KEY }).auth.admin

  /** Waits for the next mail to an address; returns the link, the link's token and the code. */
  const mailTo = (email: string, nth = 1) =>
    vi.waitFor(
      () => {
        const text = mails()
          .filter(({ to }) => to === email)
          .at(nth - 1)?.text
        if (text === undefined) throw new Error(`No mail to ${email} yet`)
        const link = /http\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? 'http://none.example'
        const [, code = ''] = /: (\d{6})$/m.exec(text) ?? []
        return { text, link: new URL(link), token: new URL(link).searchParams.get('token') ?? '', code }
      },
      { timeout: 30_000, interval: 50 },
    )
  const follow = async ({ search }: URL, method = 'GET') => {
    const response = await api.fetch(`/auth/v1/verify${search}`, { method, redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? 'http://none.example')
    return { status: response.status, location, said: new URLSearchParams(location.hash.slice(1)) }
  }
  const signUp = async (email = freshEmail()) => {
    const made = await client().auth.signUp({
      email,
      password,
      options: { data: { name: 'Ana' }, emailRedirectTo: PAGE },
    })
    return { email, made }
  }
  const signedUp = async () => {
    const { email } = await signUp()
    const { auth } = client()
    const { token } = await mailTo(email)
    await auth.verifyOtp({ type: 'signup', token_hash: token })
    return { email, auth, user: (await auth.getUser()).data.user }
  }
  return { api, clock, mails, client, admin, mailTo, follow, signUp, signedUp }
}
