import { navigate } from 'wouter/use-browser-location'
import { willWrite } from '../../lib/opened-link.ts'

// Mail programs truncate longer addresses, and servers refuse them, so the input of such a run stays only in the form.
const LONGEST = 8000

/** Replaces the address of the page with the address of a run, so that a reload and the browser's history lead to the run. */
export const writeAddress = (path: string, state: unknown): void => {
  const { pathname, search } = new URL(path, location.href)
  const isHere = pathname === location.pathname && search !== location.search
  if (!isHere || path.length > LONGEST) return
  willWrite(search)
  navigate(path, { replace: true, state })
}
