import uFuzzy from '@leeoniya/ufuzzy'
import { parseInput, type ToolDefinition } from '@netbox/core'

/** The input of the picker: words to search by, and an input among them. */
export interface Query {
  readonly words: readonly string[]
  readonly input: string
}

/** Reads the input. A word with a dot, a colon or an at sign is meant as an input: `mail.example mx`. */
export const readQuery = (text: string): Query => {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const input = words.find((word) => /[.:@]/.test(word)) ?? ''
  return { words: words.filter((word) => word !== input).map((word) => word.toLowerCase()), input }
}

/** A tool with the names that it answers to. */
export interface Named {
  readonly tool: ToolDefinition
  readonly names: readonly string[]
}

// As on the site: one wrong, swapped, missing or additional letter in a word is forgiven.
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 })
const MOST_WORDS = 4

const textOf = ({ tool, names }: Named): string =>
  [tool.name, names.join(' '), tool.question, tool.description, tool.features.join(' ')].join(' ')

/**
 * Finds tools by the words typed, best match first and a tool of exactly that name before all others. An input among the words keeps the
 * tools that accept it. Returns every tool when no word was typed.
 */
export const search = <Entry extends Named>(entries: readonly Entry[], text: string): Entry[] => {
  const { words, input } = readQuery(text)
  const fitting = entries.filter(({ tool }) => input === '' || parseInput<unknown>(tool.input, input) !== undefined)
  if (words.length === 0) return fitting
  const [matches, info, order] = fuzzy.search(fitting.map(textOf), words.join(' '), MOST_WORDS)
  // More words than that are searched for too, unranked.
  const ranked = order?.map((place) => info.idx[place]) ?? matches ?? []
  const found = ranked.flatMap((place) => fitting[place ?? -1] ?? [])
  const name = words.join('-')
  return found.toSorted((a, b) => Number(b.names.includes(name)) - Number(a.names.includes(name)))
}
