import { HOUR, MINUTE, SECOND } from '../foundation/units.ts'
import { type FieldPath, WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import { ToolError } from '../errors/tool-error.ts'
import { clip } from '../errors/world-errors.ts'
import { holds, readTimes } from '../scenarios/timeline.ts'
import { recordTypeName, recordTypeNumber } from '../protocols/record-types.ts'
import type { DnsFault, MailRule } from '../world/facts.ts'
import type { Rule } from '../world/rules.ts'
import { addressOf, ownerOf } from './document-values.ts'
import { described, list, object, oneOf, orWith, refined, type Shape, type Stated, text } from '../schema/shape.ts'

// Rules of world documents: the first one that matches a query has its effect. Rules count; chance decides nothing.

const refuse = (path: FieldPath, reason: string): never => {
  throw new WorldDocumentError(path, reason)
}

const NTH = /^([1-9]\d{0,5})(?:\.\.([1-9]\d{0,5})?)?$/

/** Returns the first and the last number of a text such as `2`, `1..3` or `4..`. */
const readNth = (range: string): readonly [number, number] | undefined => {
  const [, first, last = range.endsWith('..') ? Infinity : first] = NTH.exec(range) ?? []
  return first === undefined || Number(last) < Number(first) ? undefined : [Number(first), Number(last)]
}

const NTH_TITLE = 'a number from 1, or a range such as 1..3 or 4..'

/** The shape of the numbers of queries: `2`, `1..3` or `4..`. */
const nth: Shape<number | string> = {
  schema: {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', title: NTH_TITLE, pattern: NTH.source },
    ],
  },
  read: (value, path) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    const read = isText ? readNth(String(value)) : undefined
    if (read === undefined) throw wrongType(path, NTH_TITLE, value)
    return read[0] === read[1] ? read[0] : String(value)
  },
}

/** Returns the first and the last number of a stated range; by default all. */
const rangeOf = (stated: number | string | undefined): readonly [number, number] =>
  stated === undefined ? [1, Infinity] : (readNth(String(stated)) ?? [1, Infinity])

const MILLISECONDS = { ms: 1, s: 1000 } as const
const LONGEST_DELAY = 30_000

const DELAY = /^(\d{1,5})(ms|s)$/

/** Returns the milliseconds of a stated delay. */
export const millisecondsOf = (delay: string): number => {
  const [, number = '', unit = 'ms'] = DELAY.exec(delay) ?? []
  return Number(number) * MILLISECONDS[unit as keyof typeof MILLISECONDS] // The cast is safe: the pattern has only these units.
}

/** The shape of a delay: `800ms` or `2s`, in canonical form in milliseconds. */
export const delay: Shape<string> = refined(
  text('a delay such as 800ms or 2s, at most 30s', 7, DELAY),
  (value, path) => {
    const milliseconds = millisecondsOf(value)
    if (milliseconds > LONGEST_DELAY) refuse(path, `'${value}' is longer than 30s.`)
    return `${milliseconds}ms`
  },
)

const rate = text('a rate such as 5/s, 30/min or 1000/h', 12, /^[1-9]\d{0,5}\/(?:s|min|h)$/)

const UNITS = { s: SECOND, min: MINUTE, h: HOUR } as const

const readRate = (stated: string): Rule['rate'] => {
  const [events, unit] = stated.split('/')
  return { events: Number(events), milliseconds: UNITS[unit as keyof typeof UNITS] } // The cast is safe: the pattern has only these units.
}

/** The shape of times: a window of every day, or one window. */
const times: Shape<string> = described(
  'When the rule applies: `10:00..10:30` every day (UTC), or from one instant to another.',
  refined(text('times such as 10:00..10:30', 60), (value, path) => {
    try {
      return readTimes(value).text
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return refuse(path, `'${clip(value)}' are no times. Write them like 10:00..10:30 (UTC).`)
    }
  }),
)

/** Returns the fields that select among the events that a rule matches: the same ones for every protocol. */
export const counting = (events: string) => ({
  nth: described(`The first, the second … of the ${events}.`, nth),
  rate: described('What exceeds this rate.', rate),
  at: times,
})

/** Returns the part that all rules of a world have. */
export const ruleOf = (
  {
    nth: numbers,
    rate: limit,
    at: when,
  }: { readonly nth?: number | string; readonly rate?: string; readonly at?: string },
  number: number,
): Rule => ({
  number,
  nth: rangeOf(numbers),
  rate: limit === undefined ? undefined : readRate(limit),
  holds: (at) => when === undefined || holds(readTimes(when).window, at),
})

// A query is compared with each of them.
const MOST_RULES = 100

const recordType = described(
  'A record type; by default all.',
  refined(text('a record type', 10), (value, path) => {
    const wanted = value.trim().toUpperCase()
    const number = recordTypeNumber(wanted)
    if (wanted === 'ANY') return wanted
    return number === undefined
      ? refuse(path, `'${clip(value)}' is not a record type, such as MX or TYPE99.`)
      : recordTypeName(number)
  }),
)

const SERVER_TITLE = "'resolver', the number of a nameserver from 1 to 13, or an address"

const queriedServer: Shape<number | string> = {
  schema: {
    description: 'The resolvers, the n-th nameserver of the zone, or the server at an address; by default all of them.',
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 13 },
      { type: 'string', title: SERVER_TITLE, maxLength: 45 },
    ],
  },
  read: (value, path) => {
    if (value === 'any') return undefined
    if (value === 'resolver') return value
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 13) return value
    if (typeof value === 'string' && /[.:]/.test(value)) return addressOf(value, path)
    throw wrongType(path, SERVER_TITLE, value)
  },
}

const match = object(
  {},
  {
    name: described(
      'A name, or `*.shop.example` for all names below it; by default all names.',
      refined(text('a name', 255), ownerOf),
    ),
    type: recordType,
    server: queriedServer,
    transport: oneOf('transport', 'udp', 'tcp'),
    ...counting('queries with one name and type'),
  },
)

/** Returns the shape of a list of rules. An empty list says nothing. */
export const rules = <T>(rule: Shape<T>): Shape<readonly T[]> => {
  const shape = list(rule)
  return {
    ...shape,
    read: (value, path) => {
      const read = shape.read(value, path) ?? []
      if (read.length > MOST_RULES) refuse(path, `At most ${MOST_RULES} rules, not ${read.length}.`)
      return read.length === 0 ? undefined : read
    },
  }
}

const word = oneOf('fault of a server', 'drop', 'truncate', 'formerr', 'lame', 'refuse-tcp')
const rcode = object({ rcode: oneOf('response code', 'servfail', 'nxdomain', 'refused', 'notimp') }, {})

/** Returns the shape of the rules for DNS queries. `records` is the shape of records. */
export const dnsRules = <Records extends object>(records: Shape<Records>) => {
  const answer = object({ answer: described("The records of one type, in place of the zone's records.", records) }, {})
  const effect = orWith(orWith(orWith(word, 'rcode', rcode), 'delay', object({ delay }, {})), 'answer', answer)
  return described(
    'Rules for DNS queries: the first rule that matches a query has its effect.',
    rules(
      refined(
        object(
          {
            do: described(
              'The effect. `formerr` concerns queries with EDNS, `truncate` UDP, and `refuse-tcp` TCP.',
              effect,
            ),
          },
          { match },
        ),
        (rule, path) => checked(rule, path),
      ),
    ),
  )
}

/** A rule for DNS queries in canonical form. */
interface DnsRule {
  readonly do: string | { readonly rcode: string } | { readonly delay: string } | { readonly answer: object }
  readonly match?: Stated<typeof match>
}

const checked = <One extends DnsRule>(rule: One, path: FieldPath): One => {
  const { do: effect, match: wanted = {} } = rule
  const at = [...path, 'match']
  if (effect === 'lame' && wanted.server === 'resolver')
    refuse([...at, 'server'], 'Only nameservers are lame: they do not serve the zone (RFC 1912, section 2.8).')
  if (effect === 'truncate' && wanted.transport === 'tcp')
    refuse([...at, 'transport'], 'Servers truncate only responses over UDP (RFC 2181, section 9).')
  if (effect === 'refuse-tcp' && wanted.transport === 'udp')
    refuse([...at, 'transport'], "'refuse-tcp' concerns only queries over TCP.")
  return typeof effect === 'object' && 'answer' in effect ? checkedAnswer(rule, effect.answer, path) : rule
}

/** Checks a rule with an answer, and adds the type of the answer to what it matches. */
const checkedAnswer = <One extends DnsRule>(rule: One, answer: object, path: FieldPath): One => {
  const wanted: Stated<typeof match> = rule.match ?? {}
  const [type = '', other] = Object.keys(answer)
  if (other !== undefined || type === '') refuse([...path, 'do', 'answer'], 'An answer has records of one type.')
  if (wanted.name === undefined || wanted.name.startsWith('*.'))
    refuse([...path, 'match', 'name'], 'An answer needs the name of its records.')
  if (typeof wanted.server === 'string' && wanted.server !== 'resolver')
    refuse([...path, 'match', 'server'], "An answer comes from 'resolver' or from a nameserver by its number.")
  if (wanted.type !== undefined && wanted.type !== type)
    refuse([...path, 'match', 'type'], `The answer has ${type} records, so the rule can't match ${wanted.type}.`)
  return { ...rule, match: { ...wanted, type } }
}

const effectOf = (effect: DnsRule['do']): DnsFault['effect'] => {
  if (typeof effect === 'string') return { kind: effect } as DnsFault['effect'] // The cast is safe: the shape has only these words.
  if ('delay' in effect) return { kind: 'delay', milliseconds: millisecondsOf(effect.delay) }
  if ('answer' in effect) return { kind: 'answer' }
  return { kind: 'rcode', rcode: effect.rcode.toUpperCase() } as DnsFault['effect'] // The cast is safe, as above.
}

/** Returns the rules for DNS queries that apply at a time, in epoch milliseconds. */
export const dnsFaultsAt = (stated: readonly DnsRule[], at: number): DnsFault[] =>
  stated
    .map(({ do: effect, match: wanted = {} }, number) => ({
      ...ruleOf(wanted, number),
      name: wanted.name,
      type: wanted.type,
      server: wanted.server,
      transport: wanted.transport,
      effect: effectOf(effect),
    }))
    .filter((rule) => rule.holds(at))

const ADDRESS_TITLE = 'an address, or a domain such as @shop.example'
const ADDRESS = /^[^\s@]{0,64}@[^\s@]{1,253}$/

const lowerCase = (shape: Shape<string>) => refined(shape, (value) => value.toLowerCase())

const mailMatch = object(
  {},
  {
    from: lowerCase(text(`${ADDRESS_TITLE}, or <> for bounces`, 320, new RegExp(`^<>$|${ADDRESS.source}`))),
    rcpt: lowerCase(text(ADDRESS_TITLE, 320, ADDRESS)),
    ...counting('connections, recipients or messages that the rule counts'),
  },
)

const closing = oneOf('moment to close', 'before-greeting', 'in-data')

const mailRule = object(
  {
    do: described(
      'A reply to recipients, a delay of the reply, or the end of the connection.',
      orWith(
        orWith(
          object({ close: closing }, {}),
          'reply',
          object({ reply: text('a reply such as 451 4.7.1 Try again later', 500, /^[45]\d\d [ -~]{1,496}$/) }, {}),
        ),
        'delay',
        object({ delay }, {}),
      ),
    ),
  },
  { match: mailMatch },
)

/** The shape of the rules of a mail server. */
export const mailRules = described(
  'Rules for clients: the first rule that matches a connection, recipient or message has its effect.',
  rules(
    refined(mailRule, (rule, path) => {
      const { from, rcpt } = rule.match ?? {}
      if ('close' in rule.do && rule.do.close === 'before-greeting' && (from ?? rcpt) !== undefined)
        refuse(
          [...path, 'match', from === undefined ? 'rcpt' : 'from'],
          'Before the greeting, no client has named an address.',
        )
      return rule
    }),
  ),
)

const mailEffectOf = (effect: Stated<typeof mailRule>['do']): MailRule['effect'] => {
  if ('close' in effect) return { event: effect.close === 'in-data' ? 'message' : 'connection', kind: 'close' }
  if ('delay' in effect) return { event: 'recipient', kind: 'delay', milliseconds: millisecondsOf(effect.delay) }
  return { event: 'recipient', kind: 'reply', code: Number(effect.reply.slice(0, 3)), text: effect.reply.slice(4) }
}

/** Returns the rules of a mail server as a world has them. */
export const mailRulesOf = (stated: readonly Stated<typeof mailRule>[] = []): MailRule[] =>
  stated.map(({ do: effect, match: wanted = {} }, number) => ({
    ...ruleOf(wanted, number),
    from: wanted.from,
    rcpt: wanted.rcpt,
    effect: mailEffectOf(effect),
  }))
