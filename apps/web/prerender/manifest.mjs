const ENTRY = 'index.html'

/** Lists the styles that a page needs: those of its entry and of the given sources, with what each of them imports. */
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
  for (const key of [ENTRY, ...sources]) add(key)
  return [...styles]
}

// In the order in which they are wanted: those of the first heading and of the text, then the monospaced ones.
const FACES = [
  { name: /^besley-.*\.woff2$/, type: 'font/woff2' },
  { name: /^instrument-sans-.*\.woff2$/, type: 'font/woff2' },
  { name: /^ibm-plex-mono-.*-400-.*\.woff$/, type: 'font/woff', canWait: true },
  { name: /^ibm-plex-mono-.*-500-.*\.woff$/, type: 'font/woff', canWait: true },
]

/**
 * Writes the preloads of the faces. They are optional: one that is not there at the first paint stays away until the next page,
 * so that nothing ever moves. Those that can wait come after what the first paint waits for, and take nothing from it.
 */
export const fontPreloads = (assets) =>
  FACES.map(({ name, type, canWait }) => {
    const file = assets.find((asset) => name.test(asset))
    if (file === undefined) throw new Error(`The build has no font like ${name.source}`)
    const priority = canWait === true ? ' fetchpriority="low"' : ''
    return `<link rel="preload" href="/assets/${file}" as="font" type="${type}" crossorigin${priority}>`
  })
