import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { headOf } from './routes/head.ts'
import { loadPage } from './routes/load-page.ts'
import { routeOf, routes } from './routes/routes.ts'

export { headMarkup, ORIGIN } from './routes/head.ts'
export { isEmptyAtFirst } from './lib/when-visible.ts'
export { renderDocs } from './routes/render-docs.tsx'

/** Every path, including the 404 page, and whether the sitemap lists it. */
export const pages: readonly { path: string; isListed: boolean }[] = routes

/** Renders a path: its markup, the content of its head, and the files whose styles it needs. */
export const renderPath = async (path: string) => {
  const route = routeOf(path)
  const parts = await loadPage(route, path)
  return {
    html: renderToString(<App ssrPath={path} />),
    head: headOf(route),
    sources: [`src/routes/${route.page}-page.tsx`, ...parts.map(({ source }) => source)],
  }
}
