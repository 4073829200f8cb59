import type { Page } from '../../http/pages.ts'

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>netbox API</title>
    <link rel="stylesheet" href="/api/docs.css">
  </head>
  <body>
    <main>
      <h1>netbox</h1>
      <p>The web site has not been built. The API is here: <a href="/api/docs">its reference</a>.</p>
    </main>
  </body>
</html>
`

/** Says, where the API runs without the web site, what there is instead. */
export const unbuiltPage: Page = (ctx) => {
  ctx.res.setHeader('Content-Type', 'text/html; charset=utf-8')
  ctx.body = HTML
}
