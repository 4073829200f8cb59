/** Writes a piece of SQL several times. */
export const repeated = (piece: string, count: number, separator = ', '): string =>
  Array.from({ length: count }, () => piece).join(separator)

/**
 * Fills a list up to the next power of two with its last item, or something made of it: a statement for each length would be prepared
 * anew all the time.
 */
export const padded = <Item>(items: readonly Item[], filler: (last: Item) => Item = (last) => last): Item[] => {
  const last = items.at(-1)
  if (last === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(items.length))
  return [...items, ...Array.from({ length: length - items.length }, () => filler(last))]
}

/** Cuts a list into pieces whose lengths are powers of two, the largest first. */
export const inPowersOfTwo = <Item>(items: readonly Item[]): (readonly Item[])[] => {
  const pieces: (readonly Item[])[] = []
  for (let start = 0; start < items.length;) {
    const length = 2 ** Math.floor(Math.log2(items.length - start))
    pieces.push(items.slice(start, start + length))
    start += length
  }
  return pieces
}
