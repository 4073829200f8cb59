/** The only page while the site is not built. */
export const UNBUILT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>netbox API</title>
  </head>
  <body>
    <main>
      <h1>netbox</h1>
      <p>The web site has not been built. The API works: <a href="/api/openapi.json">its OpenAPI document</a>.</p>
    </main>
  </body>
</html>
`
