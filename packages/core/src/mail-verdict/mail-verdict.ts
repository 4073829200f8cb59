import { decodeUtf8 } from '../foundation/bytes.ts'
import { parseDomain } from '../inputs/host.ts'
import { listingsOf } from '../network/block-lists.ts'
import { reverseDnsOf } from '../network/hosts.ts'
import {
  canonicalBody,
  canonicalizationsOf,
  type RawField,
  signedHeader,
  splitMessage,
} from '../protocols/dkim-message.ts'
import { listedIn, readDkimKey } from '../protocols/dkim-key.ts'
import { type DmarcEvaluation, evaluateDmarc } from '../protocols/dmarc-evaluation.ts'
import type { MailDns } from '../protocols/mail-dns.ts'
import { evaluateSpf, type SpfVerdict } from '../protocols/spf-evaluation.ts'
import { headersInput } from '../tools/email/header-analyzer/input.ts'
import { authorsOf } from '../tools/email/header-analyzer/mailboxes.ts'
import { MOST_SIGNATURES, readSignature, readTags } from '../tools/email/header-analyzer/signatures.ts'
import { mailDnsOf } from '../world/answers/mail-dns.ts'
import type { World } from '../world/world.ts'

/** A message as a mail server receives it. */
export interface MailDelivery {
  /** The address of the client. */
  readonly client: string
  readonly helo: string
  /** The envelope sender; empty for a bounce. */
  readonly from: string
  /** Header and body, with one character for each octet, because signatures are over octets. */
  readonly text: string
  readonly tls: boolean
}

/** The data of a DKIM signature that a program verifies with its cryptography. `header` and `body` have one character for each octet. */
export interface SignatureData {
  readonly kind: 'rsa' | 'ed25519'
  /** The public key of the record, in base64: SubjectPublicKeyInfo of RSA, or the 32 octets of Ed25519. */
  readonly key: string
  /** The signature in base64, and the header that it signs. */
  readonly signature: string
  readonly header: string
  /** The SHA-256 hash of the body in base64; `length` limits the body to its first octets. */
  readonly bodyHash: string
  readonly body: string
  readonly length: number | undefined
}

/** The result for one signature, in the words of RFC 8601. */
export interface SignatureVerdict {
  readonly result: 'pass' | 'fail' | 'permerror' | 'temperror'
  readonly domain: string | undefined
  readonly selector: string | undefined
  /** The error as a clause; empty if there is none. */
  readonly reason: string
}

/** The verdict of a mail server of the world on a message, in the words of `header-analyzer`. */
export interface MailVerdict {
  readonly spf: SpfVerdict & { readonly domain: string | undefined }
  readonly dkim: {
    readonly result: SignatureVerdict['result'] | 'none'
    readonly signatures: readonly SignatureVerdict[]
  }
  readonly dmarc: {
    readonly result: DmarcEvaluation['result'] | 'permerror'
    /** The domain of the author; null if there is not exactly one. */
    readonly domain: string | null
    readonly policy: DmarcEvaluation['policy']['policy'] | null
    /** The action that the policy asks of receivers of this message. */
    readonly disposition: 'none' | 'quarantine' | 'reject'
  }
  /** The zones of the block lists with the client's address. */
  readonly listed: readonly string[]
  /** The name in the client's PTR record, and whether it resolves to the address. */
  readonly reverse: { readonly hostname: string | null; readonly confirmed: boolean }
  readonly tls: boolean
}

const ORDER = ['pass', 'temperror', 'fail', 'permerror'] as const

const judgeSignature = (
  dns: MailDns,
  field: RawField,
  { fields, body, at }: { readonly fields: readonly RawField[]; readonly body: string; readonly at: number },
  verify: (data: SignatureData) => 'pass' | 'body' | 'signature',
): SignatureVerdict => {
  const value = decodeUtf8(field.raw.slice(field.raw.indexOf(':') + 1).replaceAll('\r\n', ''))
  const read = readSignature(dns, value, at)
  const { tags } = readTags(value)
  const verdict = { domain: read.domain, selector: tags.get('s') }
  if (read.result !== 'neutral') return { ...verdict, result: read.result, reason: read.reason }
  const { record = '', kind = 'rsa' } = readDkimKey(dns.text(read.key ?? ''))
  const [header, bodyForm] = canonicalizationsOf(tags.get('c'))
  const length = tags.get('l')
  const outcome = verify({
    kind,
    key: readTags(record).tags.get('p') ?? '',
    signature: tags.get('b') ?? '',
    header: signedHeader(fields, listedIn(tags.get('h') ?? ''), field, header),
    bodyHash: tags.get('bh') ?? '',
    body: canonicalBody(body, bodyForm),
    length: length === undefined ? undefined : Number(length),
  })
  if (outcome === 'pass') return { ...verdict, result: 'pass', reason: '' }
  return {
    ...verdict,
    result: 'fail',
    reason: outcome === 'body' ? 'the body has changed' : 'a signed field has changed',
  }
}

const checkSpf = (dns: MailDns, { client, helo, from }: MailDelivery): MailVerdict['spf'] => {
  const at = from.lastIndexOf('@')
  const domain = parseDomain(from === '' ? helo : from.slice(at + 1))
  if (domain === undefined) return { result: 'none', reason: 'the sender has no domain', domain }
  const sender = at > 0 ? from : `postmaster@${domain}`
  return { ...evaluateSpf(dns, { address: client, domain, sender, helo }), domain }
}

/**
 * Judges a message as a mail server of the world does: SPF of the connection, DKIM and DMARC of the message with the keys of the world, block
 * lists, the PTR record and TLS. `verify` checks a signature with the cryptography of the platform, because core has none.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const message = { client: '192.0.2.1', helo: 'mx.elsewhere.test', from: 'ana@shop.example', text: 'From: ana@shop.example', tls: true }
 * judgeMail(world, message, () => 'signature').dmarc.disposition // => 'reject'
 */
export const judgeMail = (
  world: World,
  delivery: MailDelivery,
  verify: (data: SignatureData) => 'pass' | 'body' | 'signature',
): MailVerdict => {
  const dns = mailDnsOf(world)
  const { fields, body } = splitMessage(delivery.text)
  const spf = checkSpf(dns, delivery)
  const signatures = fields
    .filter(({ name }) => name === 'dkim-signature')
    .slice(0, MOST_SIGNATURES)
    .map((field) => judgeSignature(dns, field, { fields, body, at: world.at }, verify))
  const header = headersInput.parse(decodeUtf8(fields.map(({ raw }) => raw).join('\r\n')))?.value.block
  const authors = header === undefined ? { fields: 0, domains: [] } : authorsOf(header)
  const author = authors.fields === 1 && authors.domains.length === 1 ? authors.domains[0] : undefined
  const checked = {
    spf: spf.domain === undefined ? undefined : { domain: spf.domain, result: spf.result },
    signatures: signatures.flatMap(({ domain, result }) => (domain === undefined ? [] : [{ domain, result }])),
  }
  const dmarc = author === undefined ? undefined : evaluateDmarc(dns, author, checked)
  const policy = dmarc?.policy.policy
  const isEnforced = dmarc?.result === 'fail' && (policy === 'quarantine' || policy === 'reject')
  const reverse = reverseDnsOf(world, delivery.client)
  return {
    spf,
    dkim: { result: ORDER.find((result) => signatures.some((one) => one.result === result)) ?? 'none', signatures },
    dmarc: {
      result: dmarc?.result ?? 'permerror',
      domain: author ?? null,
      policy: policy ?? null,
      disposition: isEnforced ? policy : 'none',
    },
    listed: listingsOf(world, delivery.client).map(({ zone }) => zone),
    reverse: { hostname: reverse?.hostname ?? null, confirmed: reverse?.confirmed ?? false },
    tls: delivery.tls,
  }
}

/**
 * Writes a verdict as the value of an `Authentication-Results` field (RFC 8601). `server` is the name of the server that judged, `from` the
 * envelope sender.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const message = { client: '192.0.2.1', helo: 'mx.elsewhere.test', from: '', text: 'From: ana@shop.example', tls: true }
 * const verdict = judgeMail(world, message, () => 'signature')
 * writeVerdict(verdict, 'mx1.mail.example', '').split(';')[2]?.trim() // => 'dkim=none'
 */
export const writeVerdict = ({ spf, dkim, dmarc, reverse }: MailVerdict, server: string, from: string): string => {
  const sender = from === '' ? `smtp.helo=${spf.domain ?? 'unknown'}` : `smtp.mailfrom=${from}`
  const signatures = dkim.signatures.map(
    ({ result, domain = 'unknown', selector = 'unknown' }) => `dkim=${result} header.d=${domain} header.s=${selector}`,
  )
  const results = [
    `spf=${spf.result} ${sender.replaceAll(/[^!-~]|[;()"\\]/g, '')}`,
    ...(signatures.length === 0 ? ['dkim=none'] : signatures),
    `dmarc=${dmarc.result}${dmarc.domain === null ? '' : ` header.from=${dmarc.domain}`}`,
    `iprev=${reverse.confirmed ? 'pass' : 'fail'}`,
  ]
  return [server, ...results].join(';\r\n\t')
}
