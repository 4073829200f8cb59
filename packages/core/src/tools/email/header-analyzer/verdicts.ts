import { discoverDmarc, type DmarcPolicy, dmarcPolicyOf, isAligned } from '../../../protocols/dmarc-policy.ts'
import type { MailDns } from '../../../protocols/mail-dns.ts'
import { mailDnsOf } from '../../../world/answers/mail-dns.ts'
import { evaluateSpf, type SpfResult } from '../../../protocols/spf-evaluation.ts'
import type { World } from '../../../world/world.ts'
import { parseDomain } from '../../../inputs/host.ts'
import { claimedSender } from './claims.ts'
import { type HeaderBlock, valuesOf } from './input.ts'
import { type Authors, authorsOf, type EnvelopeSender, parseEnvelopeSender } from './mailboxes.ts'
import type { HeaderAnalyzerResult } from './header-analyzer.ts'
import { countClear, type Route } from './route.ts'
import { type DkimSignature, MOST_SIGNATURES, readSignature } from './signatures.ts'

/** The SPF result for the server that delivered the mail to the recipient's server. */
export interface SpfFinding {
  /** `unknown` if the headers are not sufficient for SPF. */
  readonly result: SpfResult | 'unknown'
  /** The checked domain: the envelope sender's domain, or the HELO name. */
  readonly domain: string | undefined
  readonly address: string | undefined
  /** The term that decided the result, or the error. */
  readonly reason: string
  /** Whether the domain is aligned with the author's; undefined if DNS fails, or no domain was checked. */
  readonly isAligned: boolean | undefined
}

/** The DKIM result of one signature. */
export interface DkimFinding extends DkimSignature {
  /** Whether the domain is aligned with the author's, as in `SpfFinding`. */
  readonly isAligned: boolean | undefined
}

/** The findings about the sender. */
export interface SenderVerdicts {
  readonly authors: Authors
  /** The domain of the From addresses; undefined if there is none, or several. */
  readonly author: string | undefined
  /** Domains of the senders that do not exist. */
  readonly missing: readonly string[]
  readonly spf: SpfFinding
  readonly signatures: readonly DkimFinding[]
  readonly dkim: HeaderAnalyzerResult['dkim_result']
  readonly dmarc: HeaderAnalyzerResult['dmarc_result']
  /** The DMARC policy of the author's domain; undefined without one author. */
  readonly policy: DmarcPolicy | undefined
}

const senderOf = (block: HeaderBlock, { boundary }: Route): EnvelopeSender | undefined => {
  const [returnPath] = valuesOf(block, 'return-path')
  const text = returnPath ?? boundary?.envelope ?? claimedSender(block)
  return text === undefined ? undefined : parseEnvelopeSender(text)
}

type Unaligned = Omit<SpfFinding, 'isAligned'>

const checkSpf = (dns: MailDns, input: HeaderBlock, route: Route): Unaligned => {
  const { boundary } = route
  const sender = senderOf(input, route)
  const isBounce = sender?.address === ''
  const helo = boundary?.helo
  const domain = isBounce ? parseDomain(helo ?? '') : sender?.domain
  const address = boundary?.address
  const without = (result: 'unknown' | 'none', reason: string): Unaligned => ({ result, domain, address, reason })
  if (boundary === undefined)
    return without('unknown', 'no Received line names a server outside the recipient’s network')
  if (address === undefined) return without('unknown', 'the Received line does not state the address of the server')
  if (sender === undefined) return without('unknown', 'no field states the envelope sender')
  if (isBounce && helo === undefined)
    return without('unknown', 'the envelope has no sender, and the Received line no HELO name')
  if (domain === undefined) return without('none', 'the envelope sender has no domain')
  const named = isBounce ? `postmaster@${domain}` : sender.address
  return { domain, address, ...evaluateSpf(dns, { address, domain, sender: named, helo: helo ?? domain }) }
}

const DKIM_ORDER = ['neutral', 'temperror', 'fail', 'permerror'] as const

const dkimResultOf = (signatures: readonly DkimFinding[]): HeaderAnalyzerResult['dkim_result'] =>
  DKIM_ORDER.find((result) => signatures.some((signature) => signature.result === result)) ?? 'none'

/** Decides DMARC from the passed checks, and from checks that could pass with the whole message. */
const dmarcResultOf = (
  { authors, spf, signatures, policy }: Omit<SenderVerdicts, 'missing' | 'dkim' | 'dmarc'>,
  isFound: boolean,
): HeaderAnalyzerResult['dmarc_result'] => {
  if (policy === undefined || authors.fields !== 1) return 'permerror'
  if (!isFound) return 'temperror'
  if (policy.policy === 'missing' || policy.policy === 'discarded') return 'none'
  const spfCounts = spf.domain === undefined ? spf.result === 'unknown' : spf.isAligned
  if (spf.result === 'pass' && spfCounts === true) return 'pass'
  if (spf.result === 'pass' && spfCounts === undefined) return 'temperror'
  if (spf.result === 'temperror' && spfCounts !== false) return 'temperror'
  const open = signatures.filter((signature) => signature.isAligned !== false)
  if (open.some(({ result }) => result === 'temperror')) return 'temperror'
  if (spf.result === 'unknown' && spfCounts !== false) return 'unknown'
  if (open.some(({ result }) => result === 'neutral')) return 'unknown'
  return policy.policy === 'failure' ? 'temperror' : 'fail'
}

/** Returns the SPF, DKIM and DMARC results of a message, from its headers and the DNS of the world. */
export const verdictsOf = (world: World, input: HeaderBlock, route: Route): SenderVerdicts => {
  const dns = mailDnsOf(world)
  const authors = authorsOf(input)
  const [only, ...others] = authors.domains
  const author = others.length > 0 ? undefined : only
  const found = author === undefined ? undefined : discoverDmarc(dns, author)
  const aligned = (domain: string | undefined, method: 'spf' | 'dkim'): boolean | undefined => {
    if (domain === undefined || author === undefined || found === undefined) return undefined
    return isAligned(dns, author, found, { domain, isStrict: found.record?.isStrict[method] ?? false })
  }
  const checked = checkSpf(dns, input, route)
  const spf = { ...checked, isAligned: aligned(checked.domain, 'spf') }
  const signatures = valuesOf(input, 'dkim-signature')
    .slice(0, MOST_SIGNATURES)
    .map((value): DkimFinding => {
      const signature = readSignature(dns, value, route.arrived ?? world.at)
      return { ...signature, isAligned: aligned(signature.domain, 'dkim') }
    })
  const named = authors.domains.includes(spf.domain) ? authors.domains : [...authors.domains, spf.domain]
  const missing: string[] = []
  for (const domain of named) if (domain !== undefined && dns.exists(domain) === false) missing.push(domain)
  const policy = author === undefined ? undefined : dmarcPolicyOf(dns, author, found)
  const dmarc = dmarcResultOf({ authors, author, spf, signatures, policy }, found !== undefined)
  return { authors, author, missing, spf, signatures, dkim: dkimResultOf(signatures), policy, dmarc }
}

/**
 * Returns the score and its parts. DMARC counts 50, or 35 with a policy of none; aligned SPF 20; an aligned signature with a matching key
 * 10, because headers can't prove more; TLS on the way 20.
 */
export const scoreOf = ({ dmarc, policy, spf, signatures }: SenderVerdicts, { hops }: Route): number => {
  const sender = dmarc !== 'pass' ? 0 : policy?.policy === 'none' ? 35 : 50
  const server = spf.result === 'pass' && spf.isAligned === true ? 20 : 0
  const signature = signatures.some(({ result, isAligned: aligned }) => result === 'neutral' && aligned === true)
    ? 10
    : 0
  const encrypted = hops.length === 0 ? 0 : 1 - countClear(hops) / hops.length
  return sender + server + signature + Math.round(20 * encrypted)
}
