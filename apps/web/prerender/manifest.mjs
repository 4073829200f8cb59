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

// The faces of headings and of text: without them the first view would be drawn twice.
const FIRST = [/^besley-.*\.woff2$/, /^instrument-sans-.*\.woff2$/]

/** Writes the preloads of the two faces that every first view needs. */
export const fontPreloads = (assets) =>
  FIRST.map((pattern) => {
    const file = assets.find((name) => pattern.test(name))
    if (file === undefined) throw new Error(`The build has no font like ${pattern}`)
    return `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`
  })
