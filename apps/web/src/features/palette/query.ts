import { findTool, parseInput, readScenario, type ToolDefinition } from '@netbox/core'
import { paletteTexts } from '../../texts/palette.ts'

/** The kind of a pasted text, by its format. */
export type Kind = 'address' | 'domain' | 'endpoint' | 'email' | 'headers'

/** Reads a text as the input of a tool: its canonical form, or undefined. */
export const readFor = (tool: ToolDefinition, text: string): string | undefined =>
  parseInput(tool.input, text.trim())?.canonical

// Core's own parsers decide what an address, a domain and a header are.
const reads = (name: string, text: string): boolean => {
  const tool = findTool(name)
  return tool !== undefined && readFor(tool, text) !== undefined
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/
// A host or an address in brackets, with a port: not the last group of an IPv6 address.
const PORT = /(?:^[^:]+|\]):\d{1,5}$/
const FIELD = /^[a-z][a-z0-9-]*[ \t]*:[ \t\r\n]/im

/** Returns the kind of a text; plain words have no kind. */
export const recognise = (text: string): Kind | undefined => {
  const wanted = text.trim()
  if (FIELD.test(wanted)) return reads('header-analyzer', wanted) ? 'headers' : undefined
  if (wanted === '' || /\s/.test(wanted)) return undefined
  if (PORT.test(wanted)) return reads('tcp', wanted) ? 'endpoint' : undefined
  if (reads('ptr', wanted)) return 'address'
  if (EMAIL.test(wanted)) return reads('mx', wanted) ? 'email' : undefined
  return reads('mx', wanted) ? 'domain' : undefined
}

/** An input that was recognized in the typed text, with its kind. */
export interface Subject {
  readonly text: string
  readonly kind: Kind
}

/** Describes an input in a few words. */
export const labelOf = ({ text, kind }: Subject): string =>
  kind === 'headers' ? paletteTexts.headers(text.split(/\r\n|\n|\r/).length) : text

/** The parts of the typed text. */
export interface Query {
  readonly subject?: Subject | undefined
  /** The rest: the name of a tool, a question, an error. */
  readonly words: string
  readonly seed?: string | undefined
  readonly scenario?: string | undefined
}

const OPTION = /(?:^|\s)--(seed|scenario)(?:=|\s+)(\S+)/g
const COMMAND = /^(?:npx\s+)?netbox(?:\s+|$)/
// The characters that logs put around an address.
const AROUND = /^[[(<"'`]+|[\])>"'`,;.]+$/g

const subjectOf = (text: string): Subject | undefined => {
  for (const bare of [text.replace(AROUND, ''), text]) {
    const kind = recognise(bare)
    if (kind !== undefined) return { text: bare, kind }
  }
  return undefined
}

// An error often contains a name next to the address that it is about, so addresses come before names.
const order: readonly Kind[] = ['headers', 'address', 'email', 'endpoint', 'domain']

const isScenario = (text: string): boolean => {
  try {
    readScenario(text)
    return true
  } catch {
    return false
  }
}

/**
 * Splits a query into an input, other words, and the seed and scenario in the notation of the command. `mail.example mx` and `netbox mx
 * mail.example --seed k3f9` mean the same tool and input.
 */
export const splitQuery = (text: string): Query => {
  const whole = recognise(text)
  if (whole !== undefined) return { subject: { text: text.trim(), kind: whole }, words: '' }
  const options = [...text.matchAll(OPTION)]
    .map(([, name = '', value = '']) => [name, value] as const)
    // A scenario that does not exist is still being typed.
    .filter(([name, value]) => name === 'seed' || isScenario(value))
  const words = text.replaceAll(OPTION, ' ').trim().replace(COMMAND, '').split(/\s+/).filter(Boolean)
  const subjects = words.flatMap((word, at) => {
    const subject = subjectOf(word)
    return subject === undefined ? [] : [{ ...subject, at }]
  })
  const chosen = order.flatMap((kind) => subjects.find((subject) => subject.kind === kind) ?? [])[0]
  return {
    ...Object.fromEntries(options),
    ...(chosen === undefined ? {} : { subject: { text: chosen.text, kind: chosen.kind } }),
    words: words.filter((_, at) => at !== chosen?.at).join(' '),
  }
}

/** The content of the field: an input that has become a token, and the text after it. */
export interface Typed {
  readonly token?: Subject | undefined
  readonly text: string
}

const taken = (subject: Subject, text: string): Typed => ({
  token: subject,
  text: subject.kind === 'headers' ? '' : text.replace(subject.text, ' ').trim().replaceAll(/\s+/g, ' '),
})

/** Turns the input in a complete text into a token; the text was pasted, or typed before the palette opened. */
export const readTyped = (text: string): Typed => {
  const { subject } = splitQuery(text)
  return subject === undefined ? { text } : taken(subject, text)
}

/** Turns an input into a token while the user types, as soon as another character follows it. */
export const settle = (text: string): Typed => {
  const { subject } = splitQuery(text)
  if (subject === undefined || !/\s/.test(text) || text.endsWith(subject.text)) return { text }
  return taken(subject, text)
}

/** Returns the query in the field; the text after a token is only words. */
export const queryOf = ({ token, text }: Typed): Query => {
  const query = splitQuery(text)
  if (token === undefined) return query
  return { ...query, subject: token, words: `${query.words} ${query.subject?.text ?? ''}`.trim() }
}
