import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { DAY, HOUR, SECOND } from '@netbox/core'
import type { JWK } from 'jose'
import type { Page } from '../web/send-page.ts'
import { hasFault, meets } from './faults.ts'
import { jsonPage, textPage } from './pages.ts'
import { AcmeProblem } from './problem.ts'
import { readBase64url } from './read-jws.ts'
import { type Account, type Ca, type Certified, type Order, statusOfAuthorization, timeText } from './state.ts'

/** A certificate that a program got by ACME. */
export interface IssuedCertificate {
  /** The host of the authority, such as `acme-v02.api.letsencrypt.org`. */
  readonly authority: string
  /** The serial number in hexadecimal digits. */
  readonly serial: string
  readonly names: readonly string[]
  /** The URL of the account. */
  readonly account: string
  /** The period of its validity, by the clock of the world. */
  readonly notBefore: string
  readonly notAfter: string
  /** When it was revoked, by the clock of the world. */
  readonly revoked?: string
  /** The URL of its renewal information (RFC 9773). */
  readonly renewalInfo: string
  /** The certificate without its chain. */
  readonly pem: string
}

/** The profiles of certificates, with their lifetimes. */
export const PROFILES: ReadonlyMap<string, number> = new Map([
  ['classic', 90 * DAY],
  ['shortlived', 160 * HOUR],
])
const CLASSIC = 90 * DAY
// Certificates begin earlier, because the clocks of clients differ.
const BACKDATED = HOUR
const SERIAL_OCTETS = 16

const isoOf = (time: number): string => new Date(time).toISOString()

/** Issues the certificate of an order. Its dates are shifted to the machine's clock, as in certificates of servers. */
export const issue = (ca: Ca, order: Order, names: readonly string[], publicKey: KeyObject): Certified => {
  const { live, signer, authority } = ca
  const serial = ca.draw('serial', SERIAL_OCTETS)
  const notBefore = Math.floor((live.time() - BACKDATED) / SECOND) * SECOND
  const notAfter = notBefore + (PROFILES.get(order.profile ?? '') ?? CLASSIC) - SECOND
  const distance = Math.floor(live.distance() / SECOND) * SECOND
  const { leaf, intermediate, issuerKey } = signer.certify({
    names,
    issuer: authority.issuer,
    publicKey,
    serial,
    notBefore: notBefore + distance,
    notAfter: notAfter + distance,
  })
  const { serialNumber } = new X509Certificate(leaf)
  const renewalId = `${issuerKey.toString('base64url')}.${Buffer.from(serialNumber, 'hex').toString('base64url')}`
  const shown: IssuedCertificate = {
    authority: authority.host,
    serial: serialNumber.toLowerCase(),
    names,
    account: order.account.url,
    notBefore: isoOf(notBefore),
    notAfter: isoOf(notAfter),
    renewalInfo: ca.urlOf(`renewal-info/${renewalId}`),
    pem: leaf,
  }
  const key = names.toSorted().join(' ')
  const certified: Certified = {
    url: ca.newUrl('cert'),
    order,
    shown,
    renewalId,
    chain: leaf + intermediate,
    isFirst: !ca.certified.has(key),
    isReplaced: false,
  }
  ca.certified.add(key)
  if (certified.isFirst && hasFault(ca, 'revoked')) certified.shown.revoked = isoOf(live.time())
  ca.certificates.set(certified.url, certified)
  ca.issued.push(shown)
  if (order.replaces !== undefined) {
    const replaced = certificateWith(ca, order.replaces)
    if (replaced !== undefined) replaced.isReplaced = true
  }
  return certified
}

const certificateWith = ({ certificates }: Ca, renewalId: string): Certified | undefined =>
  [...certificates.values()].find((certified) => certified.renewalId === renewalId)

/** Returns the certificate that an order says it replaces (RFC 9773, section 5). */
export const certificateToReplace = (ca: Ca, account: Account, replaces: unknown): Certified | undefined => {
  if (replaces === undefined) return undefined
  const found = typeof replaces === 'string' ? certificateWith(ca, replaces) : undefined
  if (found === undefined || found.order.account !== account)
    throw new AcmeProblem('malformed', "The certificate in 'replaces' is none of this account.")
  if (found.isReplaced) throw new AcmeProblem('alreadyReplaced', 'Another order replaces this certificate.')
  return found
}

/** Returns the page of a certificate with its chain, and as an alternate with the root (RFC 8555, section 7.4.2). */
export const certificatePage = (ca: Ca, { url, chain }: Certified, isWithRoot: boolean): Page => {
  const page = textPage(ca, isWithRoot ? chain + ca.signer.pem : chain, {
    'Content-Type': 'application/pem-certificate-chain',
  })
  const other = isWithRoot ? url : `${url}/1`
  return { ...page, headers: [...page.headers, { name: 'Link', value: `<${other}>;rel="alternate"` }] }
}

const readCertificate = (octets: Buffer): X509Certificate => {
  try {
    return new X509Certificate(octets)
  } catch {
    throw new AcmeProblem('malformed', "The field 'certificate' must be a certificate in DER.")
  }
}

/** Returns a certificate of this authority by its octets. */
const certificateOf = ({ certificates }: Ca, octets: Buffer): Certified => {
  const { serialNumber, raw } = readCertificate(octets)
  const found = [...certificates.values()].find(({ shown }) => shown.serial === serialNumber.toLowerCase())
  if (found !== undefined && new X509Certificate(found.shown.pem).raw.equals(raw)) return found
  throw new AcmeProblem('malformed', 'This authority issued no such certificate.', { status: 404 })
}

/** Revokes a certificate under a fault that is there now: only the first one for its names, so that clients can replace it. */
const revokeFirst = (ca: Ca, { isFirst, shown }: Certified): void => {
  if (isFirst && meets(ca, 'revoked')) shown.revoked ??= isoOf(ca.live.time())
}

const REASONS: ReadonlySet<unknown> = new Set([undefined, 0, 1, 3, 4, 5])

/** Returns whether an account may revoke a certificate: it ordered it, or has proven control of all its names. */
const mayRevoke = (ca: Ca, account: Account, { order, shown }: Certified): boolean =>
  order.account === account ||
  shown.names.every((name) =>
    [...ca.authorizations.values()].some(
      (one) =>
        one.account === account &&
        (one.isWildcard ? `*.${one.identifier.value}` : one.identifier.value) === name &&
        statusOfAuthorization(ca, one) === 'valid',
    ),
  )

/** Answers a request to revoke a certificate, by an account or with the key of the certificate (section 7.6). */
export const revoke = async (
  ca: Ca,
  by: { readonly account: Account } | { readonly jwk: JWK },
  payload: Readonly<Record<string, unknown>>,
): Promise<Page> => {
  const found = certificateOf(ca, readBase64url(payload['certificate'], 'certificate'))
  const { publicKey } = new X509Certificate(found.shown.pem)
  const isAllowed =
    'account' in by
      ? mayRevoke(ca, by.account, found)
      : createPublicKey({ key: by.jwk, format: 'jwk' }).equals(publicKey)
  if (!isAllowed) throw new AcmeProblem('unauthorized', 'Neither this account nor this key may revoke the certificate.')
  if (!REASONS.has(payload['reason']))
    throw new AcmeProblem('badRevocationReason', 'The reason must be 0, 1, 3, 4 or 5 (RFC 5280, section 5.3.1).')
  revokeFirst(ca, found)
  if (found.shown.revoked !== undefined) throw new AcmeProblem('alreadyRevoked', 'The certificate is already revoked.')
  found.shown.revoked = isoOf(ca.live.time())
  return textPage(ca, '')
}

const RETRY = String(6 * 3600)

/** Returns when a certificate should be renewed (RFC 9773, section 4.2): after two thirds of its life, or at once if it is revoked. */
export const renewalPage = (ca: Ca, renewalId: string): Page => {
  const found = certificateWith(ca, renewalId)
  if (found === undefined)
    throw new AcmeProblem('malformed', 'This authority issued no such certificate.', { status: 404 })
  revokeFirst(ca, found)
  const { notBefore, notAfter, revoked } = found.shown
  const [from, to] = [Date.parse(notBefore), Date.parse(notAfter)]
  const life = to - from
  const start = revoked === undefined ? to - life / 3 : Date.parse(revoked) - HOUR
  const window = { start: timeText(ca, start), end: timeText(ca, start + Math.min(2 * DAY, life / 20)) }
  const page = { suggestedWindow: window }
  return jsonPage(ca, page, { headers: { 'Retry-After': RETRY } })
}
