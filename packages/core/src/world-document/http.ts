import { type FieldPath, WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import { clip } from '../errors/world-errors.ts'
import { isObject } from '../foundation/is-object.ts'
import {
  BODIES,
  ENCODINGS,
  type HttpCondition,
  type HttpReply,
  type HttpRule,
  type JsonValue,
  type StatedHttp,
} from '../world/http.ts'
import { counting, delay, millisecondsOf, ruleOf, rules } from './rules.ts'
import {
  described,
  list,
  map,
  object,
  oneOf,
  orEmpty,
  orWith,
  refined,
  type Shape,
  type Stated,
  text,
} from '../schema/shape.ts'

// What documents define about HTTP: routes with their replies, and rules.

const refuse = (path: FieldPath, reason: string): never => {
  throw new WorldDocumentError(path, reason)
}

const LONGEST_BODY = 1_000_000
const MOST_ROUTES = 200
const DEEPEST_JSON = 32
const LONGEST_HEADER = 8192

const readJson = (value: unknown, path: FieldPath): JsonValue => {
  let left = LONGEST_BODY
  const read = (one: unknown, at: FieldPath): JsonValue => {
    left -= typeof one === 'string' ? one.length + 2 : 4
    if (left < 0) refuse(path, 'The value has more than 1 MB as JSON.')
    if (at.length - path.length > DEEPEST_JSON) refuse(path, `The value has more than ${DEEPEST_JSON} levels.`)
    if (one === null || typeof one === 'string' || typeof one === 'boolean') return one
    if (typeof one === 'number' && Number.isFinite(one)) return one
    if (Array.isArray(one)) return one.map((item, index) => read(item, [...at, index]))
    if (!isObject(one)) throw wrongType(at, 'a value of JSON', one)
    return Object.fromEntries(
      Object.entries(one).map(([name, item]) => {
        left -= name.length
        return [name, read(item, [...at, name])]
      }),
    )
  }
  return read(value, path)
}

const json: Shape<JsonValue> = { schema: {}, read: readJson }

const FACT_TITLE = 'a number, or a fact such as {path.n}'
const FACT = /\{[a-z]+(?:\.[^{}\s]+)?\}/
const ONE_FACT = new RegExp(`^${FACT.source}$`)

/** Returns the shape of a whole number, or of a fact with one. */
const numberOrFact = (minimum: number, maximum: number): Shape<number | string> => ({
  schema: {
    anyOf: [
      { type: 'integer', minimum, maximum },
      { type: 'string', title: FACT_TITLE, pattern: ONE_FACT.source },
    ],
  },
  read: (value, path) => {
    if (typeof value === 'string' && ONE_FACT.test(value)) return value
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value
    throw wrongType(path, `a whole number from ${minimum} to ${maximum}, or a fact such as {path.n}`, value)
  },
})

const body = (title: string) => text(title, LONGEST_BODY)
// A line break would end the header (RFC 9110, section 5.5).
const line = text(
  'a text in one line, without control characters',
  LONGEST_HEADER,
  /^[^\u0000-\u0008\u000a-\u001f\u007f]*$/,
)
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/

/** Returns a function that reads the name of a header or a cookie: a token (RFC 9110, section 5.6.2), or a fact with names. */
const nameOf =
  (what: string) =>
  (name: string, path: FieldPath): string =>
    NAME.test(name) || ONE_FACT.test(name) ? name : refuse(path, `'${clip(name)}' is not the name of a ${what}.`)

const headerName = (name: string, path: FieldPath): string => {
  if (/^(?:content-length|transfer-encoding)$/i.test(name))
    refuse(path, `${name} follows from the body. The rules 'cut' and 'wrong-length' make it wrong.`)
  return nameOf('header')(name, path)
}

const several: Shape<string | readonly string[]> = {
  schema: { anyOf: [line.schema, { type: 'array', items: line.schema }] },
  read: (value, path) => (Array.isArray(value) ? list(line, 1).read(value, path) : line.read(value, path)),
}
type HttpHeaders = NonNullable<HttpReply['headers']>
const headers: Shape<HttpHeaders> = map(headerName, several)

const cookie: Shape<string | null> = {
  schema: { anyOf: [line.schema, { type: 'null' }] },
  read: (value, path) => (value === null ? null : line.read(value, path)),
}

const factDelay: Shape<string> = {
  schema: { anyOf: [delay.schema, { type: 'string', pattern: `^${FACT.source}(?:ms|s)$` }] },
  read: (value, path) =>
    typeof value === 'string' && value.startsWith('{') && /\}(?:ms|s)$/.test(value) ? value : delay.read(value, path),
}

const count = numberOrFact(0, LONGEST_BODY)
const lines = orWith(list(json), 'count', object({ count: numberOrFact(0, 10_000), value: json }, {}))

const replyFields = {
  status: described(
    'Default: 200, or 302 with redirect. Several numbers in a fact reply in turn.',
    numberOrFact(200, 599),
  ),
  headers,
  json: described('A body in JSON. A text that is one fact, such as `{json.id}`, keeps the type of the fact.', json),
  text: body('a text of at most 1 MB'),
  html: body('a text of at most 1 MB'),
  base64: text('octets in base64, at most 1 MB', 1_400_000),
  bytes: described(
    'So many octets, which the seed draws or which repeat a text. With `chunk`, they have no length and are sent in chunks of that size.',
    orWith(
      count,
      'count',
      object({ count }, { text: text('a text', 4096, /^./), chunk: numberOrFact(1, LONGEST_BODY) }),
    ),
  ),
  lines: described('A line for each value, or for each number from 0: the fact `{line}`.', lines),
  redirect: described('The value of Location.', line),
  encoding: described(
    'The encoding of the body, whether or not the client accepts it.',
    oneOf('encoding', ...ENCODINGS),
  ),
  delay: described('How much later the reply comes: at most 30 s.', factDelay),
  cookies: described(
    'Values, with attributes if wanted: `abc; Max-Age=60`. null deletes a cookie.',
    map(nameOf('cookie'), cookie),
  ),
}

const PATH_ONLY = 'is a path, which only world files have: the command reads it.'

/** The shape of a reply. */
const reply: Shape<HttpReply> = (() => {
  const shape = orEmpty(object({}, replyFields))
  const file = {
    type: 'string',
    description: 'Only in world files: the path of a file below the folder, of at most 1 MB.',
  } as const
  return {
    ...shape,
    schema: { ...shape.schema, properties: { ...shape.schema.properties, file } },
    read: (value, path) => {
      if (isObject(value) && Object.hasOwn(value, 'file'))
        refuse([...path, 'file'], `'file' ${PATH_ONLY} Write the content as text or base64.`)
      const read: HttpReply | undefined = shape.read(value, path)
      const [first, other] = BODIES.filter((field) => read?.[field] !== undefined)
      if (other !== undefined) refuse([...path, other], `A reply has one body, but '${first}' is listed too.`)
      return read
    },
  }
})()

const PART = /^\{([A-Za-z_]\w*)(:number)?\}$/
const UNRESERVED = /^[\w!$&'()+,.:;=@~%*{}-]*$/

/** Returns the names of the parts of a path pattern. */
const partsOf = (pattern: string): string[] => pattern.split('/').flatMap((segment) => PART.exec(segment)?.[1] ?? [])

/** Reads a path pattern: `/v1/{id}`, `/v1/{id:number}`, `/files/*`, or `*` for all paths. */
const pathPattern: Shape<string> = refined(text('a path such as /v1/{id} or /files/*', 1024), (given, path) => {
  if (given === '*') return given
  if (!given.startsWith('/')) refuse(path, `'${clip(given)}' is not a path: it begins with '/'.`)
  if (/[?#]/.test(given)) refuse(path, "A path has no query. State the query in 'when', as in 'query page'.")
  const pattern = given
    .split('/')
    .map((segment) => (UNRESERVED.test(segment) ? segment : encodeURI(segment)))
    .join('/')
  if (pattern.split('*').length > 2) refuse(path, "A path has at most one '*'.")
  for (const segment of pattern.split('/'))
    if (/[{}]/.test(segment) && !PART.test(segment))
      refuse(path, `'${clip(segment)}': a part such as {id} or {id:number} is the whole text between two slashes.`)
  const parts = partsOf(pattern)
  const twice = parts.find((part, index) => parts.indexOf(part) < index)
  return twice === undefined ? pattern : refuse(path, `The path has two parts {${twice}}.`)
})

/** Returns the expression of a path pattern, with a group for each part. */
const expressionOf = (pattern: string): RegExp => {
  const escaped = pattern
    .split('/')
    .map((segment) => {
      const [, part, isNumber] = PART.exec(segment) ?? []
      if (part !== undefined) return `(?<${part}>${isNumber === undefined ? '[^/]+' : String.raw`\d+`})`
      return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`))
    })
    .join('/')
  return new RegExp(`^${escaped}$`)
}

const method = refined(text('a method such as GET', 30, NAME), (value) => value.toUpperCase())

const CONDITION = /^(?:(header|query) (\S+)|(path)\.(\w+)|(basic|bearer))$/

const readCondition = (key: string, path: FieldPath): string => {
  const [, kind] = CONDITION.exec(key) ?? []
  if (!CONDITION.test(key))
    refuse(path, `'${clip(key)}' is no condition. Write 'header NAME', 'query NAME', path.NAME, basic or bearer.`)
  return kind === 'header' ? key.toLowerCase() : key
}

const expected: Shape<string | true | null> = {
  schema: { anyOf: [line.schema, { enum: [true, null] }] },
  read: (value, path) => {
    if (value === true || value === null) return value
    if (typeof value === 'string') return line.read(value, path)
    throw wrongType(path, 'a text, true if it is there, or null if it is not', value)
  },
}

const conditionsOf = (when: Readonly<Record<string, string | true | null>>): HttpCondition[] =>
  Object.entries(when).map(([key, value]) => {
    const [, kind, field, isPath, name, other] = CONDITION.exec(key) ?? []
    // The cast is safe: the pattern has only these parts.
    return { part: (kind ?? isPath ?? other) as HttpCondition['part'], name: field ?? name ?? '', value }
  })

const orUsual: Shape<HttpHeaders | 'usual'> = {
  schema: { anyOf: [headers.schema, { enum: ['usual'] }] },
  read: (value, path) => (value === 'usual' ? value : headers.read(value, path)),
}

/** Throws for facts about parts that the path doesn't have. */
const requireParts = (pattern: string, value: unknown, path: FieldPath): void => {
  const parts = partsOf(pattern)
  for (const [fact, part = ''] of JSON.stringify(value).matchAll(/\{path\.(\w+)(?:-\d+)?\}/g))
    if (!parts.includes(part)) refuse(path, `The path has no part {${part}}, so it has no fact ${fact}.`)
}

const route = refined(
  object(
    { path: pathPattern, reply },
    {
      methods: described('By default all methods. GET includes HEAD.', list(method, 1)),
      when: described(
        "Conditions: 'header NAME', 'query NAME', path.NAME, basic, bearer. A text, true (it is there) or null.",
        map(readCondition, expected),
      ),
    },
  ),
  (read, path) => {
    requireParts(read.path, [read.reply, read.when], [...path, 'reply'])
    return read
  },
)

const routes: Shape<readonly Stated<typeof route>[]> = refined(list(route), (read, path) =>
  read.length > MOST_ROUTES ? refuse(path, `At most ${MOST_ROUTES} routes, not ${read.length}.`) : read,
)

const effect = orWith(
  orWith(
    orWith(oneOf('fault of a reply', 'cut', 'wrong-length', 'hang', 'close', 'reset'), 'reply', object({ reply }, {})),
    'delay',
    object({ delay }, {}),
  ),
  'drip',
  object({ drip: delay }, {}),
)

const match = object({}, { path: pathPattern, method, ...counting('requests with one method and path') })

const rule = refined(
  object(
    {
      do: described(
        'A reply in place of the usual one; a later or a slow one; or a fault. `cut` ends the connection in the middle of the body, `reset` at once.',
        effect,
      ),
    },
    { match },
  ),
  (read, path) => {
    requireParts(read.match?.path ?? '', read.do, [...path, 'do'])
    return read
  },
)

const http = object(
  {},
  {
    scheme: described('The scheme that has the routes; by default both.', oneOf('scheme', 'http', 'https')),
    headers: described('Headers of all replies of the routes. `usual`: the headers of hosts without routes.', orUsual),
    routes: described('The first route that matches a request has its reply.', routes),
    rules: described('Rules for requests: the first rule that matches a request has its effect.', rules(rule)),
  },
)

const OPENAPI = {
  type: 'string',
  description:
    'Only in world files: the path of an OpenAPI document below the folder, of at most 1 MB. Its examples are routes, after those that are listed.',
} as const

/** The shape of what a document defines about the web server of a host. */
export const statedHttp: Shape<Stated<typeof http>> = {
  ...http,
  schema: { ...http.schema, properties: { ...http.schema.properties, openapi: OPENAPI } },
  read: (value, path) => {
    if (isObject(value) && Object.hasOwn(value, 'openapi'))
      refuse([...path, 'openapi'], `'openapi' ${PATH_ONLY} List the routes.`)
    const read = http.read(value, path)
    if (read?.routes === undefined && (read?.headers ?? read?.scheme) !== undefined)
      refuse(path, "'headers' and 'scheme' apply to routes, but no routes are listed.")
    return read
  },
}

const effectOf = (stated: Stated<typeof effect>): HttpRule['effect'] => {
  if (typeof stated === 'string') return { kind: stated }
  if ('reply' in stated) return { kind: 'reply', reply: stated.reply }
  return 'delay' in stated
    ? { kind: 'delay', milliseconds: millisecondsOf(stated.delay) }
    : { kind: 'drip', milliseconds: millisecondsOf(stated.drip) }
}

/** Returns the routes and rules of a host as a world has them. */
export const httpOf = (stated: Stated<typeof http>, isAbridged = false): StatedHttp => ({
  scheme: stated.scheme,
  headers: stated.headers ?? {},
  routes: stated.routes?.map((one) => ({
    path: expressionOf(one.path),
    methods: one.methods,
    when: conditionsOf(one.when ?? {}),
    reply: one.reply,
  })),
  rules: (stated.rules ?? []).map(({ do: done, match: wanted = {} }, number) => ({
    ...ruleOf(wanted, number),
    path: wanted.path === undefined ? undefined : expressionOf(wanted.path),
    method: wanted.method,
    effect: effectOf(done),
  })),
  isAbridged,
})
