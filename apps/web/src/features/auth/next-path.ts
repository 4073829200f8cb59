/** Where someone goes who has signed in. */
export const DASHBOARD = '/dashboard'

// Only these pages are for who is not signed in: to come back to them would lead in a circle.
const entries: ReadonlySet<string> = new Set(['/login', '/register'])

/**
 * Reads from a query where someone wanted to go before signing in. Only a path of this site counts: no address of another
 * one, however it is written.
 */
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
