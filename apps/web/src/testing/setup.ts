import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createMockApi, type MockApi } from './mock-api/create-mock-api.ts'
import { resetWorkers, StandInWorker, watchChallenges } from './workers.ts'

// Returns an internal flag of the testing library, which its types lack. The flag is set during all attempts of `waitFor` and `findBy…`
// except the last.
const isTrying = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

// Some waits of the pages are long (loading a page, a toast, a reloaded list), and much longer on a busy machine.
configure({
  asyncUtilTimeout: 20_000,
  // Every attempt to find an element fails until the element exists. Only the last error includes the page, because test reports show only
  // that one.
  getElementError: (message, container) =>
    new Error(isTrying() ? (message ?? '') : [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
})

const server = setupServer()
let current: MockApi | undefined

/** Returns the mock API of the test that runs. */
export const mockApi = (): MockApi => {
  if (current === undefined) throw new Error('There is a mock API while a test runs, not before.')
  return current
}

type Listener = Parameters<EventTarget['addEventListener']>

const listeners: { readonly target: EventTarget; readonly listener: Listener }[] = []

/** Records every listener of window and document, so that a closed page gets no more events. */
const noteListeners = (target: EventTarget): void => {
  const add = target.addEventListener.bind(target)
  target.addEventListener = (...listener: Listener) => {
    listeners.push({ target, listener })
    add(...listener)
  }
}

/** Makes `fetch` reject with a TypeError if the server can't be reached, as in browsers, instead of happy-dom's own error. */
const asInBrowsers =
  (plainFetch: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      return await plainFetch(...request)
    } catch (error) {
      if (error instanceof Error && error.name === 'NetworkError')
        throw new TypeError('Failed to fetch', { cause: error })
      throw error
    }
  }

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  // happy-dom declares Web Locks, but does not implement them.
  Object.defineProperty(navigator, 'locks', {
    value: { request: async (_: string, work: () => unknown) => work() },
    configurable: true,
  })
  // user-event adds its listeners to the document only once, so it must do so before the listeners of pages are recorded, which are removed
  // after each test.
  userEvent.setup()
  noteListeners(window)
  noteListeners(document)
})
afterAll(() => server.close())

beforeEach(() => {
  current = createMockApi()
  // The build of the site writes this file.
  const docs = http.get('/docs/pages.json', () =>
    HttpResponse.json([{ path: '/docs/recipes/pytest', title: 'Test a mail sender with pytest', text: 'A recipe.' }]),
  )
  server.use(...current.handlers, docs)
  vi.stubGlobal('Worker', StandInWorker)
  // Simulates a page without cryptography: `workers.ts` replaces the worker that solves challenges.
  vi.stubGlobal('isSecureContext', false)
  watchChallenges()
  vi.stubGlobal('fetch', asInBrowsers(fetch))
  // Queries by role read the style of every element. Pages have no stylesheet here, so the style attribute is the whole style, and
  // happy-dom takes half of the time of a query to compute the same.
  vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => style)
  // Time advances in real time, and a test can advance it faster.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})

afterEach(() => {
  cleanup()
  // The modules of the next file, which read globals when they load, come before its first test.
  vi.unstubAllGlobals()
  vi.clearAllTimers()
  vi.useRealTimers()
  for (const { target, listener } of listeners.splice(0)) target.removeEventListener(...listener)
  server.resetHandlers()
  resetWorkers()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const { name } of Array.from(document.documentElement.attributes)) document.documentElement.removeAttribute(name)
  // The next test must open the site without module state from this test.
  vi.resetModules()
})
