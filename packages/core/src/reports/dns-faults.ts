import type { DnsFault } from '../world/facts.ts'
import { type Asked, askedOf, concernedServers, serversOf, TOOLS_RESOLVER } from '../world/hosts/dns-faults.ts'
import { aliasPathOf } from '../world/names/aliases.ts'
import type { World } from '../world/world.ts'
import { critical, warning } from './finding.ts'
import type { Finding, ReportDraft } from './report.ts'
import { count, prose } from './wording.ts'

const ORDINALS = ['', 'first', 'second', 'third'] as const

/** Describes the queries of a rule: `the first MX query for shop.example`, `queries 2 to 4 for names below shop.example over UDP`. */
const queriesOf = ({ name, type, transport, nth: [first, last], rate }: DnsFault): string => {
  const kind = type === undefined ? '' : `${type} `
  const names = name === undefined ? '' : name.startsWith('*.') ? ` for names below ${name.slice(2)}` : ` for ${name}`
  const limit = rate === undefined ? '' : ` beyond ${rate.events} in ${count(rate.milliseconds / 1000, 'second')}`
  const rest = `${names}${transport === undefined ? '' : ` over ${transport.toUpperCase()}`}${limit}`
  if (first === last) return `the ${ORDINALS[first] ?? `${first}th`} ${kind}query${rest}`
  const numbers = last === Infinity ? (first === 1 ? '' : ` from ${first} on`) : ` ${first} to ${last}`
  return `${kind}queries${numbers}${rest}`
}

/** Describes the effect of a rule, after the name of a server. */
const effectOf = (rule: DnsFault): string => {
  const { effect } = rule
  const queries = queriesOf(rule)
  switch (effect.kind) {
    case 'rcode':
      return `answers ${effect.rcode} to ${queries}`
    case 'delay':
      return `answers ${queries} after ${effect.milliseconds} ms`
    case 'drop':
      return `drops ${queries}`
    case 'truncate':
      return `truncates the answers to ${queries}`
    case 'formerr':
      return `answers FORMERR to ${queries} with EDNS`
    case 'lame':
      return `refuses ${queries}, because it does not serve the zone`
    case 'refuse-tcp':
      return `refuses TCP for ${queries}`
    case 'answer':
      return `gives an answer of its own to ${queries}`
  }
}

const ADVICE: Readonly<Record<DnsFault['effect']['kind'], string>> = {
  rcode: 'Read the log of the server: it answers, but cannot or may not serve the zone.',
  delay: 'Look for load or a slow backend on the server.',
  drop: 'Check that the server runs, and that firewalls on the way let port 53 pass.',
  truncate: 'Make sure that TCP works, and that the server allows UDP responses of 1232 bytes (RFC 9715).',
  formerr: 'Update the server: every server has to ignore what it does not know of EDNS (RFC 6891, section 7).',
  lame: 'Configure the zone on the server, or remove the server from the NS records here and at the registrar.',
  'refuse-tcp': 'Open port 53 for TCP: every server has to answer there (RFC 7766, section 5).',
  answer: 'Compare the records and the serial of the zone on all its servers.',
}

/** Adds findings about the rules of the world document that concern the questions of a tool for a name. */
export const withDnsFaults = <Code extends string>(
  draft: ReportDraft<Code>,
  code: Code,
  world: World,
  name: string,
  types: readonly string[],
  resolvers: readonly string[] = [TOOLS_RESOLVER],
): ReportDraft<Code> => {
  const findings = dnsFaultFindings(code, world, name, types, resolvers)
  return findings.length === 0 ? draft : { ...draft, findings: [...draft.findings, ...findings] }
}

/** Reports the rules of the world document that concern questions for a name and the names that its aliases lead to. */
export const dnsFaultFindings = <Code extends string>(
  code: Code,
  world: World,
  name: string,
  types: readonly string[],
  resolvers: readonly string[] = [TOOLS_RESOLVER],
): Finding<Code>[] => {
  const rules = world.facts?.dnsFaults?.rules ?? []
  if (rules.length === 0) return []
  const { links, end } = aliasPathOf(world, name)
  const names = [...new Set([...links.map((link) => link.name), end])]
  // Many rules may concern the same questions.
  const servers = new Map(names.map((one) => [one, serversOf(world, one, resolvers)]))
  const asked = new Map<string, readonly AskedType[]>()
  const ask = (type: string): readonly AskedType[] => {
    const before = asked.get(type)
    if (before !== undefined) return before
    const found = resolvers.map((resolver) => ({ type, resolver, ...askedOf(world, name, type, { resolver }) }))
    asked.set(type, found)
    return found
  }
  return rules.flatMap((rule) => {
    const concerned = new Set<string>()
    const met = types.filter((type) => {
      const hosts = Array.from(servers, ([one, all]) => concernedServers(rule, { name: one, type }, all)).flat()
      for (const { host } of hosts) concerned.add(host === 'resolver' ? 'the resolver' : host)
      return hosts.length > 0
    })
    if (met.length === 0) return []
    const who = typeof rule.server === 'string' && rule.server !== 'resolver' ? ` (${rule.server})` : ''
    const host = [...concerned]
    const title = `${rule.server === undefined ? (rule.effect.kind === 'lame' ? 'Every nameserver' : 'Every server') : `${host.length > 1 ? prose(host) : (host[0] ?? '')}${who}`} ${effectOf(rule)}`
    return [consequenceOf(code, met.flatMap(ask), resolvers, title.replace(/^the/, 'The'), rule.effect.kind)]
  })
}

/** What becomes of a question to one resolver. */
interface AskedType extends Asked {
  readonly type: string
  readonly resolver: string
}

const REPEATED = 'Resolvers and programs ask again, or ask another server.'

const consequenceOf = <Code extends string>(
  code: Code,
  asked: readonly AskedType[],
  resolvers: readonly string[],
  title: string,
  kind: DnsFault['effect']['kind'],
): Finding<Code> => {
  const failing = asked.filter(({ outcome }) => outcome !== 'answer')
  const failed = [...new Set(failing.map(({ type }) => type))]
  const number = new Set(failing.map(({ resolver }) => resolver)).size
  const where = number === resolvers.length ? '' : ` from ${number} of ${resolvers.length} resolvers`
  if (number > 0)
    return critical(code, title, `Programs get no records of the type ${prose(failed)}${where}.`, ADVICE[kind])
  const wait = Math.max(...asked.map((one) => one.wait))
  const late = wait === 0 ? '' : ` ${wait % 1000 === 0 ? count(wait / 1000, 'second') : `${wait} ms`} late`
  const why = kind === 'answer' ? 'Other servers and later queries may give the records of the zone.' : REPEATED
  const detail = kind === 'delay' ? `Programs get their answer${late}.` : `Programs still get an answer${late}. ${why}`
  return warning(code, title, detail, ADVICE[kind])
}
