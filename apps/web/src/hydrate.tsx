import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listenForArrivals } from './lib/page/navigation.ts'
import { listenForSession } from './lib/runs/keep-runs.ts'
import { listenForPalette } from './lib/page/palette.ts'
import { beginSession } from './lib/session/load-account.ts'
import { preloadPage } from './routes/pages.ts'
import { isPrerendered, routeOf } from './routes/routes.ts'

/** Hydrates the page. Loads the code of the page first, so that all of it works at the same time. */
export const hydrate = async (): Promise<void> => {
  const root = document.querySelector('#root')
  if (root === null) return
  const { pathname } = location
  listenForSession()
  // The session is verified while the page's code loads.
  beginSession()
  await preloadPage(pathname)
  listenForArrivals()
  listenForPalette()
  // In development, the page is empty at first.
  if (root.firstElementChild !== null && isPrerendered(routeOf(pathname))) hydrateRoot(root, <App />)
  else createRoot(root).render(<App />)
}
