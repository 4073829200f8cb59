// Writes every page of the site as a file, after `vite build` has created the assets and the renderer. dist/site contains the served files,
// and each text also in brotli and gzip form.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildScript } from './prerender/build-script.mjs'
import { compressFolder } from './prerender/compress.mjs'
import { docsFontPreloads, fontPreloads, lateFontPreloads, scriptPreloads, stylesOf } from './prerender/manifest.mjs'
import { describeBuild } from './prerender/describe-build.mjs'
import { readSources, repositoryOf, sizeOf } from './prerender/docs-sources.mjs'
import { manifestFile, robots, sitemap } from './prerender/site-files.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const site = at('dist/site')
const root = at('../..')
// The index of the documentation's search.
const PLACES = '/docs/places.json'

const write = (path, text) => {
  const file = join(site, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Builds the script that runs before the first paint: a classic script, because modules run later. */
const writeBootScript = async () => {
  const code = await buildScript(at('src/boot.ts'))
  const name = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  write(name, code)
  return name
}

const { isEmptyAtFirst, pages, renderDocs, renderPath, headMarkup, ORIGIN } =
  await import('./dist/server/entry-server.js')
// Each page adds the style sheets of its own sources.
const templateOf = (name) => readFileSync(join(site, name), 'utf8').replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
const [template, docsTemplate] = [templateOf('index.html'), templateOf('docs.html')]
const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))
rmSync(join(site, '.vite'), { recursive: true })
const bootScript = await writeBootScript()

const colors = [
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3eee1">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1220">',
]

const headOf = (head, sources, preloads) =>
  [
    headMarkup(head),
    '<meta name="color-scheme" content="light dark">',
    ...colors,
    `<script src="/${bootScript}"></script>`,
    // Browsers open few connections, so the files that the first paint needs come first.
    ...stylesOf(manifest, sources).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...preloads,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join('\n    ')

const assets = readdirSync(join(site, 'assets'))

const writePage = (path, page, { head, html, sources, preloads, more = [] }) =>
  write(
    path === '/' ? 'index.html' : `${path.slice(1)}.html`,
    page
      .replace('<!--head-->', () => [headOf(head, sources, preloads), ...more].join('\n    '))
      .replace('<!--page-->', () => html),
  )

for (const { path } of pages) {
  const { sources, ...page } = await renderPath(path)
  // These pages have no content without their scripts, so the scripts come first. Other pages are painted before their scripts load.
  const preloads = isEmptyAtFirst(path)
    ? [...scriptPreloads(manifest, sources), ...lateFontPreloads(assets)]
    : fontPreloads(assets)
  writePage(path, template, { ...page, sources: ['index.html', ...sources], preloads })
}

const docs = renderDocs(readSources(root), {
  repository: repositoryOf(root),
  sizeOf: (path) => sizeOf(join(root, path)),
})
const more = [`<meta name="docs-places" content="${PLACES}">`]
for (const page of docs.pages) {
  // The entry of the documentation has its own styles in addition to the site's.
  const sources = ['index.html', 'docs.html']
  writePage(page.path, docsTemplate, { ...page, sources, preloads: docsFontPreloads(assets, page.html), more })
}
write(PLACES, JSON.stringify(docs.places))
for (const path of docs.pictures) {
  mkdirSync(join(site, dirname(path)), { recursive: true })
  copyFileSync(join(root, path), join(site, path))
}

const listed = [...pages, ...docs.pages].filter(({ isListed }) => isListed)
write('sitemap.xml', sitemap(listed.map(({ path }) => `${ORIGIN}${path}`)))
write('robots.txt', robots(`${ORIGIN}/sitemap.xml`))
write('manifest.webmanifest', manifestFile())
// The service worker is last, because it lists all other files and changes with each of them.
write(
  'sw.js',
  await buildScript(at('src/service-worker/service-worker.ts'), { BUILD: JSON.stringify(describeBuild(site)) }),
)
await compressFolder(site)
