import { SESSION_KEY, TOKEN_KEY } from '@netbox/contract'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { joinVisit } from '../lib/world/visit-tabs.ts'
import { signInMockUser } from './mock-api/auth-answers.ts'
import type { MockUser } from './mock-api/mock-data.ts'
import { mockApi } from './setup.ts'

export { mockApi }

/** The options for opening the site. */
export interface VisitOptions {
  /** The signed-in user; none by default. */
  readonly as?: MockUser
  /** The browser's storage from earlier visits. */
  readonly kept?: Readonly<Record<string, string>>
}

/** Returns the storage of a signed-in browser. */
export const keptSession = (member: MockUser): Readonly<Record<string, string>> => {
  const { token, user, session } = signInMockUser(member)
  const refresh = { token: session.refresh_token, expiresAt: session.expires_at * 1000 }
  return { [TOKEN_KEY]: token, [SESSION_KEY]: JSON.stringify({ token, user, refresh }) }
}

/**
 * Opens the site at a path as a browser does, with the same startup as `hydrate.tsx` and with the mock API. Returns a simulated user with
 * mouse and keyboard.
 */
export const visit = async (path: string, { as, kept = {} }: VisitOptions = {}) => {
  for (const [key, value] of Object.entries({ ...(as === undefined ? {} : keptSession(as)), ...kept }))
    localStorage.setItem(key, value)
  history.replaceState(null, '', path)
  return open()
}

/** Reloads the page: the browser's storage, the tab's storage and the history entry remain. */
export const reload = async () => {
  cleanup()
  vi.resetModules()
  return open()
}

/** Opens another address in the same tab, as if the visitor had typed it. */
export const goTo: typeof visit = async (path, options) => {
  cleanup()
  vi.resetModules()
  return visit(path, options)
}

/** Opens the page of the current address. */
const open = async () => {
  const [
    { App },
    { listenForArrivals },
    { listenForPalette },
    { beginSession },
    { listenForSession },
    { preloadPage },
  ] = await Promise.all([
    import('../app.tsx'),
    import('../lib/page/navigation.ts'),
    import('../lib/page/palette.ts'),
    import('../lib/session/load-account.ts'),
    import('../lib/runs/keep-runs.ts'),
    import('../routes/pages.ts'),
  ])
  listenForSession()
  beginSession()
  await preloadPage(location.pathname)
  listenForArrivals()
  listenForPalette()
  render(<App />)
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
}

/** Leaves the site as if its tab were closed: only the browser's storage remains for the next visit. */
export const leave = (): void => {
  cleanup()
  sessionStorage.clear()
  // The next page is in a new tab, and no other is open.
  joinVisit(new EventTarget())
  vi.resetModules()
}

/** Stops time: from now on, only `passTime` advances it, so `waitFor` never times out. */
export const stopTime = (): void => void vi.setTimerTickMode('manual')

/** Lets time pass normally again. */
export const resumeTime = (): void => void vi.setTimerTickMode('interval')

/** Lets time pass in the page. */
export const passTime = async (milliseconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })

/** Waits until the page has changed to a path (with its query). */
export const arriveAt = async (path: string): Promise<void> =>
  waitFor(() => {
    const { pathname, search } = location
    if (`${pathname}${search}` !== path) throw new Error(`The page is at ${pathname}${search}, not at ${path}.`)
  })
