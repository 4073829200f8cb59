import { paletteTexts } from '../../texts/palette.ts'
import { type Kind, recognise } from './recognise.ts'

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

/**
 * Splits a query into an input, other words, and the seed and scenario in the notation of the command. `mail.example mx` and `netbox mx
 * mail.example --seed k3f9` mean the same tool and input.
 */
export const splitQuery = (text: string): Query => {
  const whole = recognise(text)
  if (whole !== undefined) return { subject: { text: text.trim(), kind: whole }, words: '' }
  const options = Object.fromEntries([...text.matchAll(OPTION)].map(([, name = '', value = '']) => [name, value]))
  const words = text.replaceAll(OPTION, ' ').trim().replace(COMMAND, '').split(/\s+/).filter(Boolean)
  const subjects = words.flatMap((word, at) => {
    const subject = subjectOf(word)
    return subject === undefined ? [] : [{ ...subject, at }]
  })
  const chosen = order.flatMap((kind) => subjects.find((subject) => subject.kind === kind) ?? [])[0]
  return {
    ...options,
    ...(chosen === undefined ? {} : { subject: { text: chosen.text, kind: chosen.kind } }),
    words: words.filter((_, at) => at !== chosen?.at).join(' '),
  }
}
