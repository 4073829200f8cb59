import './styles/theme.css'
import { isEmptyAtFirst, keepOffline, whenVisible } from './lib/page/page-start.ts'
import { failPage, loadCode } from './lib/page/load-code.ts'

// The prerendered page is complete, with working links, so its script may load after the first paint. The script loads at once if the page
// lacks its content: the report of its address, or in development everything.
const isComplete = !isEmptyAtFirst(location.pathname) && document.documentElement.dataset['opened'] === undefined

// A function, because the bundler splits code less well if a module waits for something.
const start = async (): Promise<void> => {
  if (import.meta.env.PROD && isComplete) await whenVisible()
  try {
    if (location.pathname === '/embed') return (await loadCode(async () => import('./embed.tsx'))).showCard()
    const { hydrate } = await loadCode(async () => import('./hydrate.tsx'))
    await hydrate()
    keepOffline()
  } catch (error) {
    await failPage(error)
  }
}

void start()
