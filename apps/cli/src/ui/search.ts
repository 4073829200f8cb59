import { nearest, parseInput, type ToolDefinition } from '@netbox/core'

/** What was typed into the picker: words to search by, and an input among them. */
export interface Query {
  readonly words: readonly string[]
  readonly input: string
}

/** Reads what was typed. A word with a dot, a colon or an at sign is meant as an input: `mail.example mx`. */
export const readQuery = (text: string): Query => {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const input = words.find((word) => /[.:@]/.test(word)) ?? ''
  return { words: words.filter((word) => word !== input).map((word) => word.toLowerCase()), input }
}

const isSubsequence = (letters: string, text: string): boolean => {
  let at = 0
  for (const character of text) if (character === letters[at]) at++
  return at === letters.length
}

// Of shorter words too many are a letter away.
const SHORTEST_MISTYPED = 4

/** Tells whether a word is one of the names but for a slip or two. */
const isMistyped = (word: string, names: readonly string[]): boolean =>
  word.length >= SHORTEST_MISTYPED &&
  nearest(
    word,
    names.filter((known) => Math.abs(known.length - word.length) < 3),
  ) !== undefined

const NO_MATCH = Number.POSITIVE_INFINITY

/** How far a word is from a tool: 0 is its very name. */
const distance = (word: string, tool: ToolDefinition, names: readonly string[]): number => {
  const name = tool.name.toLowerCase()
  if (names.includes(word)) return 0
  if (names.some((known) => known.startsWith(word)) || name.startsWith(word)) return 1
  if (name.split(/[ -]/).some((part) => part.startsWith(word))) return 2
  if (names.some((known) => known.includes(word))) return 3
  if (`${tool.description} ${tool.question} ${tool.features.join(' ')}`.toLowerCase().includes(word)) return 4
  if (names.some((known) => isSubsequence(word, known))) return 5
  return isMistyped(word, [...names, ...name.split(/[ -]/)]) ? 6 : NO_MATCH
}

/** A tool with the names that it answers to. */
export interface Named {
  readonly tool: ToolDefinition
  readonly names: readonly string[]
}

/** Finds tools by what was typed, best first; with an input, only tools that take it. Nothing typed finds all. */
export const search = <Entry extends Named>(entries: readonly Entry[], text: string): Entry[] => {
  const { words, input } = readQuery(text)
  return entries
    .filter(({ tool }) => input === '' || parseInput<unknown>(tool.input, input) !== undefined)
    .map((entry, order) => ({
      entry,
      order,
      far: words.reduce((sum, word) => sum + distance(word, entry.tool, entry.names), 0),
    }))
    .filter(({ far }) => far < NO_MATCH)
    .toSorted((a, b) => a.far - b.far || a.order - b.order)
    .map(({ entry }) => entry)
}
