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

// Those of the first heading and of the text.
const FACES = [/^besley-.*\.woff2$/, /^instrument-sans-.*\.woff2$/]

/**
 * Writes the preloads of two faces. They are optional: one that is not there at the first paint stays away until the next page,
 * so that nothing ever moves. More at once would take from each other what the first paint waits for.
 */
export const fontPreloads = (assets) =>
  FACES.map((pattern) => {
    const file = assets.find((name) => pattern.test(name))
    if (file === undefined) throw new Error(`The build has no font like ${pattern.source}`)
    return `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`
  })
