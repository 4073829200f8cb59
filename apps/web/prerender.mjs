// Writes every page of the site as a file, after `vite build` has created the assets and the renderer. dist/site contains the served files,
// and each text also in brotli and gzip form.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { docsFontPreloads, fontPreloads, lateFontPreloads, scriptPreloads } from './prerender/manifest.mjs'
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

/** Builds a classic script with everything in it; `define` replaces names in the source with values. */
const buildScript = async (entry, define = {}) => {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'script' },
    },
  })
  return output[0].code
}

/** Builds the script that runs before the first paint: a classic script, because modules run later. */
const writeBootScript = async () => {
  const code = await buildScript(at('src/boot.ts'))
  const name = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  write(name, code)
  return name
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const TEXTS = /\.(?:html|js|css|svg|json|xml|txt|webmanifest)$/
// Smaller files are not compressed, because most bytes of their responses are headers.
const WORTH = 512

// The highest quality makes a page 2 % smaller and takes three times as long. Many pages load the same script or style, and few readers open one
// of the hundreds of pages about findings, which take a seventh of the time and 9 % more bytes.
const qualityOf = (path) => {
  if (/\.(?:js|css)$/.test(path)) return 11
  return path.includes('/docs/findings/') ? 8 : 10
}

const compress = async (path) => {
  const bytes = await readFile(path)
  if (bytes.length < WORTH) return
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_QUALITY]: qualityOf(path),
  }
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }))
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }))
}

/** Writes a brotli and a gzip file next to every text file of a folder, on all cores. */
const compressFolder = async (folder) => {
  const files = readdirSync(folder, { recursive: true }).map(String)
  await Promise.all(files.filter((file) => TEXTS.test(file)).map((file) => compress(join(folder, file))))
}

const { isEmptyAtFirst, pages, renderDocs, renderPath, headMarkup, ORIGIN } =
  await import('./dist/server/entry-server.js')
const STYLES = /\s*<link rel="stylesheet"[^>]*>/
// The style sheet moves to the start of the head: browsers open few connections, so the files that the first paint needs come first.
const templateOf = (name) => readFileSync(join(site, name), 'utf8').replace(STYLES, '')
const [template, docsTemplate] = [templateOf('index.html'), templateOf('docs.html')]
const [styles] = STYLES.exec(readFileSync(join(site, 'index.html'), 'utf8'))
const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))
rmSync(join(site, '.vite'), { recursive: true })
const bootScript = await writeBootScript()

const colors = [
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3eee1">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1220">',
]

const headOf = (head, preloads) =>
  [
    headMarkup(head),
    '<meta name="color-scheme" content="light dark">',
    ...colors,
    `<script src="/${bootScript}"></script>`,
    styles.trim(),
    ...preloads,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join('\n    ')

const assets = readdirSync(join(site, 'assets'))

const writePage = (path, page, { head, html, preloads, more = [] }) =>
  write(
    path === '/' ? 'index.html' : `${path.slice(1)}.html`,
    page
      .replace('<!--head-->', () => [headOf(head, preloads), ...more].join('\n    '))
      .replace('<!--page-->', () => html),
  )

for (const { path } of pages) {
  // These pages have no content without their scripts, so the scripts come first. Other pages are painted before their scripts load.
  const preloads = isEmptyAtFirst(path)
    ? [...scriptPreloads(manifest, path), ...lateFontPreloads(assets)]
    : fontPreloads(assets)
  writePage(path, template, { ...(await renderPath(path)), preloads })
}

const docs = renderDocs(readSources(root), {
  repository: repositoryOf(root),
  sizeOf: (path) => sizeOf(join(root, path)),
})
const more = [`<meta name="docs-places" content="${PLACES}">`]
for (const page of docs.pages) {
  writePage(page.path, docsTemplate, { ...page, preloads: docsFontPreloads(assets, page.html), more })
}
write(PLACES, JSON.stringify(docs.places))
write('/docs/pages.json', JSON.stringify(docs.list))
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
