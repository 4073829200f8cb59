import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadCode } from './lib/load-code.ts'
import { listenForArrivals } from './lib/navigation.ts'
import { listenForPalette } from './lib/palette.ts'
import { beginSession } from './lib/session.ts'
import { loadPage } from './routes/load-page.ts'
import { isPrerendered, routeOf } from './routes/routes.ts'

/** Hydrates the page. Loads the code of the page first, so that existing content is neither removed nor rendered twice. */
export const hydrate = async (): Promise<void> => {
  const root = document.querySelector('#root')
  if (root === null) return
  const { pathname } = location
  const route = routeOf(pathname)
  // The session is verified while the page's code loads.
  beginSession()
  await loadCode(async () => loadPage(route, pathname))
  listenForArrivals()
  listenForPalette()
  // In development, the page is empty at first.
  if (root.firstElementChild !== null && isPrerendered(route)) hydrateRoot(root, <App />)
  else createRoot(root).render(<App />)
}
