import { navigate } from 'wouter/use-browser-location'
import { willWrite } from '../../lib/opened-link.ts'

// Longer addresses are cut by mails and refused by servers: the input of such a run stays in the form only.
const LONGEST = 8000

/** Puts a run into the address of its page, in place: a reload and the history of the browser find it there. */
export const writeAddress = (path: string, state: unknown): void => {
  const { pathname, search } = new URL(path, location.href)
  const isHere = pathname === location.pathname && search !== location.search
  if (!isHere || path.length > LONGEST) return
  willWrite(search)
  navigate(path, { replace: true, state })
}
