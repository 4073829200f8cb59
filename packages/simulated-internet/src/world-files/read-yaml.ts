import type { FieldPath } from '@netbox/core'
import {
  type Document,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type Pair,
  parseDocument,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml'
import { refuse, type WorldFilePlace } from './world-file-error.ts'

// Far more than any world needs. The parser's own stack has one entry for each level, and a few more.
const MOST_LEVELS = 50

/** Throws for a text that is nested so deeply that the YAML parser would overflow the stack of the process. */
const requireShallow = (text: string, name: string): void => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  for (const lexeme of new Lexer().lex(text)) {
    // The parser works while its tokens are read; only its stack matters here.
    Array.from(parser.next(lexeme))
    if (parser.stack.length > MOST_LEVELS)
      throw refuse(
        { file: name, line: lines.linePos(parser.offset).line },
        `It is nested more than ${MOST_LEVELS} levels deep.`,
      )
  }
}

/** Throws for a key that a mapping has twice. The YAML parser has this check too, but compares each key with all others. */
const requireUniqueKeys = (root: Document, place: (offset: number) => WorldFilePlace): void =>
  visit(root, {
    Map: (_key, map) => {
      const keys = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value)) throw refuse(place(key.range?.[0] ?? 0), 'Map keys must be unique.')
        keys.add(key.value)
      }
    },
  })

/** Parses YAML. The parser creates an error for each mistake, and a stack trace for an error takes longer than the text does. */
const parseYaml = (text: string, lineCounter: LineCounter): Document.Parsed => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const LONGEST_REASON = 200
// A name such as *.shop.example without quotes, at the start of a key or a value.
const BARE_WILDCARD = /^(?:[^"'#\n]*[\s[{,])?(\*[\w.-]*\.[\w.-]*)/m

/** Says what is wrong with a text that is not YAML, in words for people who don't know the parser. */
const yamlReason = (code: string, message: string): string => {
  if (code === 'MULTIPLE_DOCS') return 'Expected one document, not several'
  if (code === 'TAB_AS_INDENT') return 'The line begins with a tab. YAML allows only spaces there'
  const [, sign] = /cannot start with (?:reserved|directive indicator) character (.)/.exec(message) ?? []
  // The parser may quote a part of the text as long as the text.
  return sign === undefined
    ? message.replace(/\.$/, '').slice(0, LONGEST_REASON)
    : `A value that begins with '${sign}' needs quotes`
}

/** Throws for a wildcard without quotes: YAML reads a bare asterisk as a reference. */
const requireQuotedWildcards = (text: string, placeAt: (offset: number) => WorldFilePlace): void => {
  const found = BARE_WILDCARD.exec(text)
  const name = found?.[1]?.replace(/:$/, '')
  if (found === null || name === undefined) return
  const place = placeAt(found.index + found[0].length - name.length)
  throw refuse(
    place,
    `'${name.slice(0, LONGEST_REASON)}' needs quotes, because YAML reads * as a reference: "${name.slice(0, LONGEST_REASON)}".`,
  )
}

// The maximum number of YAML aliases, so that a small text can't expand into a huge document.
const MOST_ALIASES = 20

/** Returns a function that finds the line of a field, or of the nearest field around it. */
const lineFinder = (root: Document, lines: LineCounter) => {
  const known = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const pairsOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const pairs =
      known.get(map) ??
      new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])))
    known.set(map, pairs)
    return pairs
  }
  return (path: FieldPath): number => {
    let [node, offset] = [root.contents as unknown, 0]
    for (const [index, key] of path.entries()) {
      if (isMap(node)) {
        const pair = pairsOf(node).get(String(key))
        if (pair === undefined || !isScalar(pair.key)) break
        offset = pair.key.range?.[0] ?? offset
        node = pair.value
      } else {
        const item = root.getIn(path.slice(0, index + 1), true)
        if (typeof item !== 'object' || item === null || !('range' in item)) break
        offset = (item.range as [number] | undefined)?.[0] ?? offset
        node = item
      }
    }
    return lines.linePos(offset).line
  }
}

/** A text that has been parsed. */
export interface ReadYaml {
  readonly lineOf: (path: FieldPath) => number
  /** Returns the value of the text. Throws for references to nothing, and for too many. */
  readonly read: () => unknown
}

/** Parses YAML or JSON. Throws a `WorldFileError` with line and column for a text that is neither. */
export const readYaml = (text: string, name: string): ReadYaml => {
  requireShallow(text, name)
  const lines = new LineCounter()
  const placeAt = (offset: number): WorldFilePlace => {
    const { line, col } = lines.linePos(offset)
    return { file: name, line, column: col }
  }
  const root = parseYaml(text, lines)
  const [problem] = [...root.errors, ...root.warnings]
  if (problem !== undefined) {
    requireQuotedWildcards(text, placeAt)
    throw refuse(placeAt(problem.pos[0]), `${yamlReason(problem.code, problem.message)}.`)
  }
  requireUniqueKeys(root, placeAt)
  const read = (): unknown => {
    try {
      return root.toJS({ maxAliasCount: MOST_ALIASES })
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error
      requireQuotedWildcards(text, placeAt)
      throw refuse({ file: name }, `${error.message.replace(/\.$/, '').slice(0, LONGEST_REASON)}.`)
    }
  }
  return { lineOf: lineFinder(root, lines), read }
}
