import type { Rule } from './rules.ts'

/** A value of JSON. Its texts may have facts of the request in braces: `{path.id}`. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** The fields of a reply that are its body. A reply has at most one of them. */
export const BODIES = ['json', 'text', 'html', 'base64', 'bytes', 'lines'] as const

/** The encodings of the body of a reply. */
export const ENCODINGS = ['gzip', 'deflate', 'br'] as const

/** A stated reply to a request. All texts may have facts of the request in braces. */
export interface HttpReply {
  /** From 200 to 599, or a fact: one or several numbers, which requests get in turn. Default 200. */
  readonly status?: number | string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly json?: JsonValue
  readonly text?: string
  readonly html?: string
  readonly base64?: string
  /** So many octets, which the seed draws or which repeat a text. With `chunk`, they are sent in chunks of that size. */
  readonly bytes?:
    | number
    | string
    | { readonly count: number | string; readonly text?: string; readonly chunk?: number | string }
  /** A value for each line, or one value for so many lines. */
  readonly lines?: readonly JsonValue[] | { readonly count: number | string; readonly value: JsonValue }
  /** The value of Location. */
  readonly redirect?: string
  readonly encoding?: (typeof ENCODINGS)[number]
  /** `800ms`, or a fact with a unit: `{path.seconds}s`. */
  readonly delay?: string
  /** The values of cookies by name; null deletes a cookie. */
  readonly cookies?: Readonly<Record<string, string | null>>
}

/** A condition on a request: a part of it has this text, is there (true), or is not (null). */
export interface HttpCondition {
  readonly part: 'header' | 'query' | 'path' | 'basic' | 'bearer'
  /** The name of a header in lower case, of a field of the query or of a part of the path. */
  readonly name: string
  readonly value: string | true | null
}

/** A stated route: requests that it matches get its reply. */
export interface HttpRoute {
  readonly path: RegExp
  /** In capitals; undefined for all methods. */
  readonly methods: readonly string[] | undefined
  readonly when: readonly HttpCondition[]
  readonly reply: HttpReply
}

/** The effect of a rule on a request. */
export type HttpEffect =
  | { readonly kind: 'reply'; readonly reply: HttpReply }
  | { readonly kind: 'delay' | 'drip'; readonly milliseconds: number }
  | { readonly kind: 'cut' | 'wrong-length' | 'hang' | 'close' | 'reset' }

/** A rule for HTTP requests: those that it concerns meet its effect. It counts the requests with one method and path. */
export interface HttpRule extends Rule {
  readonly path: RegExp | undefined
  readonly method: string | undefined
  readonly effect: HttpEffect
}

/** The stated routes and rules of a host. */
export interface StatedHttp {
  /** The scheme that has the routes; undefined for both. */
  readonly scheme: 'http' | 'https' | undefined
  /** The headers of all replies of routes; `usual`: those that hosts without routes have. */
  readonly headers: NonNullable<HttpReply['headers']> | 'usual'
  /** Undefined for a host with rules only: it has the usual pages. */
  readonly routes: readonly HttpRoute[] | undefined
  readonly rules: readonly HttpRule[]
  /** Whether these are only the routes of the page `/` that the known internet has; servers load the others. */
  readonly isAbridged: boolean
}
