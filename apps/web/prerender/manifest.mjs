/** Lists the chunks of the sources and of everything that they import, imports first. */
const chunksOf = (manifest, sources) => {
  const chunks = new Set()
  const seen = new Set()
  const add = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}`)
    for (const file of chunk.imports ?? []) add(file)
    chunks.add(chunk)
  }
  for (const key of sources) add(key)
  return [...chunks]
}

/** Writes the preloads of the entry, and of the scripts that show a page: the card, or the site with the session. */
export const scriptPreloads = (manifest, path) => {
  const site = Object.keys(manifest).find((key) => manifest[key].name === 'site')
  const sources = path === '/embed' ? ['src/embed.tsx'] : [site, 'src/lib/session/account.ts']
  return chunksOf(manifest, ['index.html', ...sources]).map(({ file }) => `<link rel="modulepreload" href="/${file}">`)
}

// In order of use: the fonts of the first heading and of the text, then the monospaced fonts.
const TEXT_FACES = [
  { name: /^besley-.*\.woff2$/, type: 'font/woff2' },
  { name: /^instrument-sans-.*\.woff2$/, type: 'font/woff2' },
  { name: /^ibm-plex-mono-.*-400-.*\.woff$/, type: 'font/woff', canWait: true },
]
const FACES = [...TEXT_FACES, { name: /^ibm-plex-mono-.*-500-.*\.woff$/, type: 'font/woff', canWait: true }]

const BOX = { name: /^plex-mono-box-.*\.woff2$/, type: 'font/woff2', canWait: true }

/**
 * Writes the preloads of the fonts. Fonts are optional: a font that loads after the first paint is used from the next page on, so that the
 * layout never shifts. Fonts that can wait come after the files that the first paint needs.
 */
export const fontPreloads = (assets) => preloadsOf(assets, FACES)

/** Writes the same preloads for pages whose scripts come first. */
export const lateFontPreloads = (assets) =>
  preloadsOf(
    assets,
    FACES.map((face) => ({ ...face, canWait: true })),
  )

/** Writes the preloads of a documentation page, which uses no bold monospace and needs the box-drawing font only for some drawings. */
export const docsFontPreloads = (assets, html) =>
  preloadsOf(assets, /[\u2500-\u259f]/.test(html) ? [...TEXT_FACES, BOX] : TEXT_FACES)

const preloadsOf = (assets, faces) =>
  faces.map(({ name, type, canWait }) => {
    const file = assets.find((asset) => name.test(asset))
    if (file === undefined) throw new Error(`The build has no font like ${name.source}`)
    const priority = canWait === true ? ' fetchpriority="low"' : ''
    return `<link rel="preload" href="/assets/${file}" as="font" type="${type}" crossorigin${priority}>`
  })
