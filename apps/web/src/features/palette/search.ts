import uFuzzy from '@leeoniya/ufuzzy'
import {
  findTool,
  namesOf,
  type PickerCategory,
  pickerCategories,
  pickerTools,
  type Tool,
  type ToolDefinition,
  tools,
} from '@netbox/core'
import { symptoms } from '../../texts/palette.ts'
import { type Kind, readFor, recognise, type Subject } from './query.ts'

/** A tool of the palette, with every property that a tool may have. */
export type AnyTool = Tool & ToolDefinition

const inPicker: readonly AnyTool[] = pickerCategories.flatMap(pickerTools)

/** Every tool, first the tools of the home page. */
export const allTools: readonly AnyTool[] = [...inPicker, ...tools.filter((tool) => !inPicker.includes(tool))]

// The order of categories for each kind of pasted text.
const first: Readonly<Record<Kind, readonly PickerCategory[]>> = {
  address: ['network', 'email', 'dns'],
  endpoint: ['network', 'email', 'dns'],
  domain: ['dns', 'email', 'network'],
  email: ['email', 'dns', 'network'],
  headers: ['email', 'dns', 'network'],
}

/** Returns whether a tool is made for a kind of input, which is the kind of its example. */
const isMadeFor = (tool: ToolDefinition, kind: Kind): boolean => recognise(tool.placeholder) === kind

// A tool that accepts any input is not a match for a specific input.
const takesAnything = (tool: ToolDefinition): boolean => readFor(tool, '?') !== undefined

const takes = (tool: ToolDefinition, { text, kind }: Subject): boolean =>
  isMadeFor(tool, kind) || (!takesAnything(tool) && readFor(tool, text) !== undefined)

const rank = (tool: ToolDefinition, kind: Kind): number => {
  const category = tool.picker?.category
  return (isMadeFor(tool, kind) ? 0 : 10) + (category === undefined ? 9 : first[kind].indexOf(category))
}

/** Lists the tools that take an input, the tools made for it first. */
export const fittingTools = (subject: Subject): AnyTool[] =>
  allTools.filter((tool) => takes(tool, subject)).toSorted((a, b) => rank(a, subject.kind) - rank(b, subject.kind))

// One wrong, swapped, missing or additional letter is accepted.
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 })

/** A found text: its place in the list, and the matching parts as pairs of start and end. */
interface Match {
  readonly at: number
  readonly ranges: readonly number[]
}

const search = (texts: string[], words: string): Match[] => {
  const [found, info, order] = fuzzy.search(texts, words, 1)
  if (found === null) return []
  if (info === null) return found.map((at) => ({ at, ranges: [] }))
  return order.map((place) => ({ at: info.idx[place] ?? -1, ranges: info.ranges[place] ?? [] }))
}

/** Finds the entries whose texts contain all words, in any order, the best match first. */
export const searchTexts = <Entry>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  words: string,
): Entry[] => search(entries.map(textOf), words).flatMap(({ at }) => entries[at] ?? [])

/** A tool that was found, and the matching parts of its name and question, as pairs of start and end. */
export interface Hit {
  readonly tool: AnyTool
  readonly name: readonly number[]
  readonly question: readonly number[]
}

const haystack = allTools.map((tool) =>
  [
    `${tool.name} ${tool.question}`,
    namesOf(tool).join(' '),
    tool.description,
    tool.features.join(' '),
    symptoms[tool.id] ?? '',
  ].join(' '),
)

/** Limits pairs to a part of the text, and makes them relative to the start of that part. */
const within = (ranges: readonly number[], start: number, end: number): number[] => {
  const cut: number[] = []
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [from, to] = [Math.max(ranges[at] ?? 0, start), Math.min(ranges[at + 1] ?? 0, end)]
    if (from < to) cut.push(from - start, to - start)
  }
  return cut
}

const searchAll = (words: string): Hit[] =>
  search(haystack, words).flatMap(({ at, ranges }) => {
    const tool = allTools[at]
    if (tool === undefined) return []
    const question = tool.name.length + 1
    return [
      {
        tool,
        name: within(ranges, 0, tool.name.length),
        question: within(ranges, question, question + tool.question.length),
      },
    ]
  })

const MEANINGFUL = 4

const wordsOf = (sentence: string): string[] =>
  [...new Set(sentence.toLowerCase().split(/[^\p{L}\d-]+/u))].filter((word) => word.length >= MEANINGFUL)

/** Finds the entries whose texts contain at least half of the words of a sentence, such as an error, the best match first. */
export const searchSentence = <Entry>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  sentence: string,
): Entry[] => {
  const wanted = wordsOf(sentence)
  if (wanted.length < 2) return []
  return entries
    .map((entry) => {
      const text = textOf(entry).toLowerCase()
      return { entry, count: wanted.filter((word) => text.includes(word)).length }
    })
    .filter(({ count }) => count * 2 >= wanted.length)
    .toSorted((a, b) => b.count - a.count)
    .map(({ entry }) => entry)
}

/** Finds tools for a sentence, such as an error: those that match most of its words. */
const searchAny = (words: string): Hit[] => {
  const counts = new Map<Tool, { hit: Hit; count: number }>()
  for (const word of wordsOf(words)) {
    for (const found of searchAll(word)) {
      const count = (counts.get(found.tool)?.count ?? 0) + 1
      counts.set(found.tool, { hit: { ...found, name: [], question: [] }, count })
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ hit: found }) => found)
}

// Replies that refuse mail: `550`, `421 4.7.0`, `5.7.1` (RFC 5321, RFC 3463).
const SMTP_REPLY =
  /(?<![\d.])(?:(?:421|4[35]\d|5[05]\d)(?:[ -][45]\.\d{1,3}\.\d{1,3})?|[45]\.\d{1,3}\.\d{1,3})(?![\d.])/g

/** Finds tools by words in any order: name, other names, question and description. A tool whose name is exactly these words comes first. */
export const searchTools = (typed: string): Hit[] => {
  const words = typed.replaceAll(SMTP_REPLY, 'smtp-error').trim()
  const all = searchAll(words)
  const found = all.length > 0 ? all : searchAny(words)
  const called = findTool(words.trim().replaceAll(/\s+/g, '-'))
  const isCalled = ({ tool }: Hit) => (tool.id === called?.id ? 0 : 1)
  return found.toSorted((a, b) => isCalled(a) - isCalled(b))
}
