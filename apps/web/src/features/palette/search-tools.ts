import uFuzzy from '@leeoniya/ufuzzy'
import { findTool, namesOf, type Tool, type ToolDefinition } from '@netbox/core'
import { symptoms } from '../../texts/palette.ts'
import { pageTools } from './fitting-tools.ts'

/** A tool that was found, and the matching parts of its name and question, as pairs of start and end. */
export interface Hit {
  readonly tool: Tool & ToolDefinition
  readonly name: readonly number[]
  readonly question: readonly number[]
}

// One wrong, swapped, missing or additional letter is accepted.
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 })

const nameAndQuestion = ({ name, question }: ToolDefinition): string => `${name} ${question}`

const haystack = pageTools.map((tool) =>
  [
    nameAndQuestion(tool),
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

const hit = (at: number, ranges: readonly number[]): Hit[] => {
  const tool = pageTools[at]
  if (tool === undefined) return []
  const question = tool.name.length + 1
  return [
    {
      tool,
      name: within(ranges, 0, tool.name.length),
      question: within(ranges, question, question + tool.question.length),
    },
  ]
}

const searchAll = (words: string): Hit[] => {
  const [found, info, order] = fuzzy.search(haystack, words, 1)
  if (found === null) return []
  if (info === null) return found.flatMap((at) => hit(at, []))
  return order.flatMap((place) => hit(info.idx[place] ?? -1, info.ranges[place] ?? []))
}

const MEANINGFUL = 4

/** Finds tools for a sentence, such as an error: those that match most of its words. */
const searchAny = (words: string): Hit[] => {
  const counts = new Map<Tool, { hit: Hit; count: number }>()
  for (const word of new Set(words.toLowerCase().split(/[^\p{L}\d-]+/u))) {
    if (word.length < MEANINGFUL) continue
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
