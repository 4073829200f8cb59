/** The page after the sign-in. */
export const DASHBOARD = '/dashboard'

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
