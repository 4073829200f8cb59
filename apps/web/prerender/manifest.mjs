/** Lists the styles that a page needs: those of the given sources, its entry first, with what each of them imports. */
export const stylesOf = (manifest, sources) => {
  const seen = new Set()
  const styles = new Set()
  const add = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}`)
    for (const file of chunk.imports ?? []) add(file)
    for (const file of chunk.css ?? []) styles.add(file)
  }
  for (const key of sources) add(key)
  return [...styles]
}

// In order of importance: the fonts of the first heading and of the text, then the monospaced ones.
const FACES = [
  { name: /^besley-.*\.woff2$/, type: 'font/woff2' },
  { name: /^instrument-sans-.*\.woff2$/, type: 'font/woff2' },
  { name: /^ibm-plex-mono-.*-400-.*\.woff$/, type: 'font/woff', canWait: true },
  { name: /^ibm-plex-mono-.*-500-.*\.woff$/, type: 'font/woff', canWait: true },
]

const BOX = { name: /^plex-mono-box-.*\.woff2$/, type: 'font/woff2', canWait: true }

/**
 * Writes the preloads of the faces. They are optional: a font that is late for the first paint is used from the next page on, so that the
 * layout never shifts. Fonts that can wait come after the files that the first paint needs.
 */
export const fontPreloads = (assets) => preloadsOf(assets, FACES)

/** Writes the preload of the box drawing, for pages that have some. */
export const boxPreload = (assets) => preloadsOf(assets, [BOX])

const preloadsOf = (assets, faces) =>
  faces.map(({ name, type, canWait }) => {
    const file = assets.find((asset) => name.test(asset))
    if (file === undefined) throw new Error(`The build has no font like ${name.source}`)
    const priority = canWait === true ? ' fetchpriority="low"' : ''
    return `<link rel="preload" href="/assets/${file}" as="font" type="${type}" crossorigin${priority}>`
  })
