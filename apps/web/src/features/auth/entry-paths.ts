import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { loadAccount } from '../../lib/session/load-account.ts'
import { useSession } from '../../lib/session/session.ts'
import { whenTouched } from '../../lib/page/page-start.ts'

/** The page after the sign-in. */
export const DASHBOARD = '/dashboard'

/** The page on which a user who signed in with a recovery code replaces the app. */
export const REPLACE_APP = '/dashboard/account?replace-app'

// These pages are only for visitors, so returning to them would cause a loop.
const entries: ReadonlySet<string> = new Set(['/login', '/register'])

/** Reads the page to return to after the sign-in from a query. Accepts only a path of this site, in any spelling. */
export const nextPath = (search: string, origin: string): string => {
  const wanted = new URLSearchParams(search).get('next')
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return DASHBOARD
  const url = new URL(wanted, origin)
  if (url.origin !== origin || entries.has(url.pathname) || url.pathname.startsWith('//')) return DASHBOARD
  return `${url.pathname}${url.search}${url.hash}`
}

/** Writes the address of the sign-in page with a path to return to. */
export const loginPath = (wanted: string): string =>
  wanted === DASHBOARD ? '/login' : `/login?next=${encodeURIComponent(wanted)}`

/** Redirects signed-in users, and preloads the sign-in code. */
export const useEntry = (): void => {
  const { status } = useSession()
  const [, go] = useLocation()
  useEffect(
    () =>
      // Loads before the form is submitted, so that the code is available if the service goes down. If it can't be loaded, the form says
      // so.
      whenTouched(() => {
        loadAccount().catch(() => undefined)
      }),
    [],
  )
  useEffect(() => {
    if (status === 'user') go(nextPath(location.search, location.origin), { replace: true })
  }, [status, go])
}
