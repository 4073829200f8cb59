import { parseAddress, unmapped } from '../foundation/addresses.ts'
import { parseMailDate } from './mail-date.ts'

/** A Received line, in which a server records that it accepted the mail (RFC 5321, section 4.4). */
export interface Received {
  /** The host that handed over the mail: the first name in the line. */
  readonly from: string | null
  /** The host that accepted the mail. */
  readonly by: string | null
  /** The protocol in capitals: `ESMTPS`. */
  readonly protocol: string | null
  /** Epoch milliseconds; undefined if the line has no readable time. */
  readonly at: number | undefined
  /** Whether the line has a FROM clause. */
  readonly hasFrom: boolean
  /** The address of the host that accepted the mail, if the line has one, as Exchange's lines do. */
  readonly byAddress: string | undefined
  /** The client's address, as the server saw it. */
  readonly address: string | undefined
  /** The name in the client's HELO, EHLO or LHLO. */
  readonly helo: string | undefined
  /** The names of the client: the host name from its PTR record, if the line has one, and its HELO name. */
  readonly names: readonly string[]
  /** The envelope sender, if the line has one. */
  readonly envelope: string | undefined
  /** Whether the client authenticated: then it is a person's mail client, not a mail server. */
  readonly isSubmission: boolean
  /** Whether the connection was encrypted; undefined if the line does not say. */
  readonly isEncrypted: boolean | undefined
}

interface Piece {
  readonly text: string
  readonly isComment: boolean
}

/** Splits a line into words and comments, which may be nested; outside comments, `;` is a word. */
const piecesOf = (value: string): Piece[] => {
  const pieces: Piece[] = []
  let depth = 0
  let start = 0
  const end = (at: number, isComment: boolean): void => {
    if (at > start) pieces.push({ text: value.slice(start, at), isComment })
    start = at + 1
  }
  for (let at = 0; at < value.length; at++) {
    const sign = value.charAt(at)
    if (sign === '\\') at++
    else if (sign === '(' && depth++ === 0) end(at, false)
    else if (sign === ')' && depth > 0 && --depth === 0) end(at, true)
    else if (depth === 0 && (sign === ' ' || sign === '\t')) end(at, false)
    else if (depth === 0 && sign === ';') {
      end(at, false)
      pieces.push({ text: ';', isComment: false })
    }
  }
  end(value.length, depth > 0)
  return pieces
}

const CLAUSES = ['from', 'by', 'via', 'with', 'id', 'for'] as const
type Clause = (typeof CLAUSES)[number]

const isClause = (word: string): word is Clause => (CLAUSES as readonly string[]).includes(word)

interface Clauses {
  readonly words: { readonly [Name in Clause]?: readonly string[] }
  readonly comments: { readonly [Name in Clause]?: readonly string[] }
}

/** Groups words and comments by clause; a repeated keyword is part of the clause before it. */
const clausesOf = (pieces: readonly Piece[]): Clauses => {
  const words: { [Name in Clause]?: string[] } = {}
  const comments: { [Name in Clause]?: string[] } = {}
  let open: Clause | undefined
  for (const { text, isComment } of pieces) {
    const word = text.toLowerCase()
    if (isComment) {
      if (open !== undefined) (comments[open] ??= []).push(text)
    } else if (isClause(word) && words[word] === undefined) {
      open = word
      words[open] = []
    } else if (open !== undefined) words[open]?.push(text)
  }
  return { words, comments }
}

const BRACKETED = /\[(?:IPv6:)?([\da-f.:]+)\]/i
const BARE = /^(?:\S*@)?([\da-f.:]+)$/i
const HELO = /(?:^|\s)(?:helo|ehlo|lhlo)[ =]\[?([^\s\]]+)/i
// A text in brackets has none inside: otherwise many unclosed ones would take quadratic time.
const ENVELOPE = /envelope-from[\s=]*(<[^<>]*>|[^\s<>=]+)/i
const KNOWN_PROTOCOL = /^(?:UTF8)?(?:SMTP|ESMTP|LMTP)S?A?$/
const ENCRYPTED = /\bversion=(?:TLS|SSL)|(?<!not )\busing (?:TLS|SSL)|\bTLSv?1|\bcipher[= ]/i

/** Returns the address in a text, without brackets and port: `[192.0.2.27:53798]`, `[IPv6:2001:db8::1]:25`. */
const addressIn = (text: string | undefined): string | undefined => {
  const bare = text?.replace(/^\[(?:IPv6:)?([^\]]*)\](?::\d+)?$/i, '$1') ?? ''
  const address = parseAddress(bare.replace(/^([\d.]+):\d+$/, '$1'))
  return address === undefined ? undefined : unmapped(address)
}

/** Returns the client's address: from the comments after the name, or in place of the name. */
const clientAddress = (word: string | undefined, comments: readonly string[]): string | undefined => {
  const seen = comments.map((comment) => comment.replace(HELO, ' ').trim())
  for (const pattern of [BRACKETED, BARE]) {
    for (const comment of seen) {
      const address = addressIn(pattern.exec(comment)?.[1])
      if (address !== undefined) return address
    }
  }
  return addressIn(word)
}

const hostIn = (word: string | undefined): string | null => {
  const bare = word?.replace(/\.$/, '')
  if (bare === undefined || !/^[\w.:[\]-]{1,255}$/.test(bare) || /^unknown$/i.test(bare)) return null
  return addressIn(bare) ?? bare
}

const protocolOf = (words: readonly string[]): string | null => {
  const all = words.map((word) => word.toUpperCase())
  const named = all.find((word) => KNOWN_PROTOCOL.test(word)) ?? all[0]
  return named !== undefined && /^[A-Z0-9-]{1,40}$/.test(named) ? named : null
}

const isEncrypted = (protocol: string | null, comments: readonly string[]): boolean | undefined => {
  if (comments.some((comment) => ENCRYPTED.test(comment)) || protocol === 'HTTPS') return true
  return protocol === null || !KNOWN_PROTOCOL.test(protocol) ? undefined : /SA?$/.test(protocol)
}

/** Parses a Received line in the formats of common mail servers. Leaves out unreadable parts and never guesses. */
export const parseReceived = (value: string): Received => {
  const pieces = piecesOf(value)
  const semicolon = pieces.findLastIndex(({ text, isComment }) => !isComment && text === ';')
  const { words, comments } = clausesOf(semicolon < 0 ? pieces : pieces.slice(0, semicolon))
  const date = pieces.slice(semicolon + 1).filter(({ isComment }) => !isComment)
  const [client] = words.from ?? []
  const about = comments.from ?? []
  const all = pieces.filter(({ isComment }) => isComment).map(({ text }) => text)
  const address = clientAddress(client, about)
  const stated = about.map((comment) => HELO.exec(comment)?.[1]).find((name) => name !== undefined)
  const named = hostIn(client)
  const reverse = about.map((comment) => hostIn(/^([\w.-]+\.[\w-]+\.?)[\s\]]*\[/.exec(comment)?.[1])).find(Boolean)
  const helo = stated ?? (addressIn(client) === undefined ? named : null) ?? undefined
  const protocol = protocolOf(words.with ?? [])
  return {
    from: named ?? hostIn(helo),
    by: hostIn(words.by?.[0]),
    byAddress: clientAddress(words.by?.[0], comments.by ?? []),
    protocol,
    at: parseMailDate(date.map(({ text }) => text).join(' ')),
    hasFrom: words.from !== undefined,
    address,
    helo,
    names: [reverse, named, helo].filter((name) => name !== undefined && name !== null),
    envelope: all.map((comment) => ENVELOPE.exec(comment)?.[1]).find((sender) => sender !== undefined),
    isSubmission:
      /^(?:UTF8)?(?:SMTP|ESMTP|LMTP)S?A$/.test(protocol ?? '') ||
      all.some((comment) => /^authenticated sender/i.test(comment)),
    isEncrypted: isEncrypted(protocol, all),
  }
}
