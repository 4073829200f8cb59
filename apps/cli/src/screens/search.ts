import uFuzzy from '@leeoniya/ufuzzy'
import { parseInput, type ToolDefinition } from '@netbox/core'

/** The text in the picker: search words and perhaps an input. */
export interface Query {
  readonly words: readonly string[]
  readonly input: string
}

/** Parses the text. A word with a dot, a colon or an at sign is an input: `mail.example mx`. */
export const readQuery = (text: string): Query => {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const input = words.find((word) => /[.:@]/.test(word)) ?? ''
  return { words: words.filter((word) => word !== input).map((word) => word.toLowerCase()), input }
}

/** A tool with its names. */
export interface Named {
  readonly tool: ToolDefinition
  readonly names: readonly string[]
}

// As on the site, the search tolerates one wrong, swapped, missing or additional letter in a word.
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 })
const MOST_WORDS = 4

const textOf = ({ tool, names }: Named): string =>
  [tool.name, names.join(' '), tool.question, tool.description, tool.features.join(' ')].join(' ')

/**
 * Finds tools by the typed words. A tool whose name is exactly these words comes first, then the best match. If the text has an input,
 * returns only tools that accept the input; without words, returns all of these tools.
 */
export const search = <Entry extends Named>(entries: readonly Entry[], text: string): Entry[] => {
  const { words, input } = readQuery(text)
  const fitting = entries.filter(({ tool }) => input === '' || parseInput<unknown>(tool.input, input) !== undefined)
  if (words.length === 0) return fitting
  const [matches, info, order] = fuzzy.search(fitting.map(textOf), words.join(' '), MOST_WORDS)
  // uFuzzy doesn't rank the matches of longer searches.
  const ranked = order?.map((place) => info.idx[place]) ?? matches ?? []
  const found = ranked.flatMap((place) => fitting[place ?? -1] ?? [])
  const name = words.join('-')
  return found.toSorted((a, b) => Number(b.names.includes(name)) - Number(a.names.includes(name)))
}
