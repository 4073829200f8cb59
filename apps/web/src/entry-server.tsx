import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { headOf } from './routes/head.ts'
import { routeOf, routes } from './routes/routes.ts'

export { headMarkup } from './routes/head.ts'
export { ORIGIN } from './lib/page/page-start.ts'
export { isEmptyAtFirst } from './lib/page/page-start.ts'
export { renderDocs } from './routes/render-docs.tsx'

/** Every path, including the 404 page, and whether the sitemap lists it. */
export const pages: readonly { path: string; isListed: boolean }[] = routes

/** Renders a path: its markup with every part in its place, and the content of its head. */
export const renderPath = async (path: string) => {
  const errors: unknown[] = []
  const { prelude } = await prerender(<App ssrPath={path} />, {
    // Larger boundaries would come at the end of the page, with an inline script that moves them.
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new AggregateError(errors, `The page at ${path} could not be rendered.`)
  return { html, head: headOf(routeOf(path)) }
}
