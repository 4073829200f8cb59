import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY, isObject, SECOND } from '@netbox/core'
import type { Page } from '../web/send-page.ts'
import { identitiesOf } from './authorities.ts'
import { checkCaa } from './check-caa.ts'
import { checkLoad, meets, viewpointsFor } from './faults.ts'
import { certificateToReplace, issue, PROFILES } from './issue.ts'
import { jsonPage } from './pages.ts'
import { AcmeProblem, documentOf, type Identifier } from './problem.ts'
import { readBase64url } from './read-jws.ts'
import { readSigningRequest } from './read-request.ts'
import {
  type Account,
  type Authorization,
  type Ca,
  type Challenge,
  checkRoom,
  type Order,
  statusOfAuthorization,
  statusOfOrder,
  timeText,
} from './state.ts'
import { type ChallengeType, validate } from './validate.ts'

type Payload = Readonly<Record<string, unknown>>

const MOST_IDENTIFIERS = 100
const LONGEST_NAME = 253
const LIFE = 7 * DAY
/** How long an order is processing under a fault. */
const SLOWNESS = 20 * SECOND
const NAME = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** How long the response to a challenge waits for the validation, which usually ends at once. */
const VALIDATION_WAIT = 1000

const malformed = (detail: string): AcmeProblem => new AcmeProblem('malformed', detail)

/** Returns whether a text is an address in its shortest form (RFC 8738, section 3). */
const isAddress = (text: string): boolean =>
  isIP(text) === 4 || (isIP(text) === 6 && URL.parse(`http://[${text}]`)?.hostname === `[${text}]`)

const readIdentifier = (given: unknown): Identifier => {
  if (!isObject(given) || typeof given['value'] !== 'string' || typeof given['type'] !== 'string')
    throw malformed("Each identifier must have the texts 'type' and 'value'.")
  const { type, value } = given as { type: string; value: string } // The cast is safe: both are checked above.
  if (type !== 'dns' && type !== 'ip')
    throw new AcmeProblem('unsupportedIdentifier', `The type '${type.slice(0, LONGEST_NAME)}' is not supported.`)
  const identifier = { type, value: value.toLowerCase() } as const
  const isGood =
    type === 'ip'
      ? isAddress(identifier.value)
      : value.length <= LONGEST_NAME && NAME.test(identifier.value) && isIP(value) === 0
  if (isGood) return identifier
  const shown = { type, value: value.slice(0, LONGEST_NAME) } as const
  const what =
    type === 'ip'
      ? 'is not an IP address in its shortest form (RFC 5952)'
      : 'is not a host name with at least two labels'
  throw new AcmeProblem('rejectedIdentifier', `'${shown.value}' ${what}.`, { identifier: shown })
}

const readIdentifiers = (value: unknown): Identifier[] => {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_IDENTIFIERS)
    throw malformed(`The field 'identifiers' must be a list of 1 to ${MOST_IDENTIFIERS} identifiers.`)
  const problems: AcmeProblem[] = []
  const found = new Map<string, Identifier>()
  for (const given of value as unknown[])
    try {
      const identifier = readIdentifier(given)
      found.set(`${identifier.type} ${identifier.value}`, identifier)
    } catch (error) {
      if (!(error instanceof AcmeProblem) || error.type !== 'rejectedIdentifier') throw error
      problems.push(error)
    }
  const [first, second] = problems
  if (first === undefined) return [...found.values()]
  if (second === undefined) throw first
  throw new AcmeProblem('rejectedIdentifier', 'Some identifiers were rejected.', { subproblems: problems })
}

const typesFor = ({ type }: Identifier, isWildcard: boolean): readonly ChallengeType[] => {
  if (isWildcard) return ['dns-01']
  return type === 'ip' ? ['http-01', 'tls-alpn-01'] : ['http-01', 'dns-01', 'tls-alpn-01']
}

const authorize = (ca: Ca, account: Account, { type, value }: Identifier): Authorization => {
  const isWildcard = value.startsWith('*.')
  const identifier = { type, value: isWildcard ? value.slice(2) : value }
  const challenges = typesFor(identifier, isWildcard).map((kind): Challenge => ({
    url: ca.newUrl('chall'),
    type: kind,
    token: ca.draw('token', 32).toString('base64url'),
    status: 'pending',
  }))
  const authorization: Authorization = {
    url: ca.newUrl('authz'),
    account,
    identifier,
    isWildcard,
    expires: ca.live.time() + LIFE,
    challenges,
    isDeactivated: false,
  }
  ca.authorizations.set(authorization.url, authorization)
  for (const challenge of challenges) ca.challenges.set(challenge.url, { authorization, challenge })
  return authorization
}

const identifiersOf = ({ authorizations }: Order): Identifier[] =>
  authorizations.map(({ identifier: { type, value }, isWildcard }) => ({
    type,
    value: isWildcard ? `*.${value}` : value,
  }))

const errorOf = ({ authorizations }: Order): AcmeProblem | undefined =>
  authorizations.flatMap(({ challenges }) => challenges).find(({ error }) => error !== undefined)?.error

/** Returns the page of an order (RFC 8555, section 7.1.3). */
export const orderPage = (ca: Ca, order: Order, status = 200): Page => {
  const { url, expires, authorizations, certificate, profile, replaces } = order
  const error = errorOf(order)
  const orderStatus = statusOfOrder(ca, order)
  const view = {
    status: orderStatus,
    expires: timeText(ca, expires),
    identifiers: identifiersOf(order),
    ...(profile === undefined ? {} : { profile }),
    ...(replaces === undefined ? {} : { replaces }),
    authorizations: authorizations.map((authorization) => authorization.url),
    finalize: `${url}/finalize`,
    ...(error && { error: documentOf(error) }),
    ...(orderStatus === 'valid' && { certificate: certificate?.url }),
  }
  const later = orderStatus === 'processing' && {
    'Retry-After': String(Math.ceil(((order.readyAt ?? 0) - ca.live.time()) / SECOND)),
  }
  return jsonPage(ca, view, { status, headers: { Location: url, ...later } })
}

/** Answers a request for an order (section 7.4). */
export const newOrder = (ca: Ca, account: Account, payload: Payload): Page => {
  const identifiers = readIdentifiers(payload['identifiers'])
  if (payload['notBefore'] !== undefined || payload['notAfter'] !== undefined)
    throw malformed("'notBefore' and 'notAfter' are not supported.")
  const { profile, replaces } = payload
  if (profile !== undefined && (typeof profile !== 'string' || !PROFILES.has(profile)))
    throw malformed(`The profile must be one of ${[...PROFILES.keys()].join(', ')}.`)
  checkLoad(ca, account)
  checkRoom(ca, 'orders')
  checkRoom(ca, 'authorizations', identifiers.length)
  const replaced = certificateToReplace(ca, account, replaces)
  const order: Order = {
    url: ca.newUrl('order'),
    account,
    authorizations: identifiers.map((identifier) => authorize(ca, account, identifier)),
    profile,
    replaces: replaced?.renewalId,
    expires: ca.live.time() + LIFE,
  }
  ca.orders.set(order.url, order)
  return orderPage(ca, order, 201)
}

/** Returns the header that says when a validation has ended, so that clients don't ask too often (section 7.5.1). */
const laterHeader = ({ validations }: Ca) => ({ 'Retry-After': String(validations.seconds()) })

const challengeView = (ca: Ca, { type, url, token, status, validated, error }: Challenge): object => ({
  type,
  url,
  token,
  status,
  ...(validated === undefined ? {} : { validated: timeText(ca, validated) }),
  ...(error && { error: documentOf(error) }),
})

/** Answers a request to read or deactivate an authorization (section 7.5). */
export const authorizationPage = (ca: Ca, authorization: Authorization, payload?: Payload): Page => {
  if (payload?.['status'] === 'deactivated') authorization.isDeactivated = true
  else if (payload?.['status'] !== undefined)
    throw malformed("The status of an authorization can only become 'deactivated'.")
  const { identifier, isWildcard, expires, challenges } = authorization
  const decided = challenges.filter(({ status }) => status === 'valid' || status === 'invalid')
  const view = {
    identifier,
    status: statusOfAuthorization(ca, authorization),
    expires: timeText(ca, expires),
    challenges: (decided.length > 0 ? decided : challenges).map((challenge) => challengeView(ca, challenge)),
    ...(isWildcard ? { wildcard: true } : {}),
  }
  const isRunning = view.status === 'pending' && challenges.some(({ status }) => status === 'processing')
  return jsonPage(ca, view, { headers: isRunning ? laterHeader(ca) : {} })
}

const run = async (ca: Ca, authorization: Authorization, challenge: Challenge): Promise<void> => {
  const { identifier, isWildcard, account } = authorization
  const { type, token } = challenge
  try {
    await validate(type, viewpointsFor(ca, identifier.value), {
      identifier,
      token,
      expected: `${token}.${account.thumbprint}`,
    })
    await checkCaa(ca.viewpoints[0], {
      identifier,
      isWildcard,
      account: account.url,
      method: type,
      identities: identitiesOf(ca.authority),
    })
    challenge.status = 'valid'
    challenge.validated = ca.live.time()
  } catch (error) {
    challenge.error =
      error instanceof AcmeProblem ? error : new AcmeProblem('serverInternal', 'The validation ended with an error.')
    challenge.status = 'invalid'
  }
}

/** Answers a request to validate a challenge, or to read it (section 7.5.1). */
export const challengePage = async (
  ca: Ca,
  { authorization, challenge }: { readonly authorization: Authorization; readonly challenge: Challenge },
  payload?: Payload,
): Promise<Page> => {
  if (
    payload !== undefined &&
    challenge.status === 'pending' &&
    statusOfAuthorization(ca, authorization) === 'pending'
  ) {
    const done = new AbortController()
    challenge.status = 'processing'
    const ended = ca.validations.run(async () => run(ca, authorization, challenge)).finally(() => done.abort())
    await Promise.race([ended, wait(VALIDATION_WAIT, undefined, { signal: done.signal }).catch(() => undefined)])
  }
  const page = jsonPage(ca, challengeView(ca, challenge), {
    headers: challenge.status === 'processing' ? laterHeader(ca) : {},
  })
  return { ...page, headers: [...page.headers, { name: 'Link', value: `<${authorization.url}>;rel="up"` }] }
}

/** Answers a request to issue the certificate of an order (section 7.4). */
export const finalize = (ca: Ca, order: Order, payload: Payload): Page => {
  const status = statusOfOrder(ca, order)
  if (status === 'valid' || status === 'processing') return orderPage(ca, order)
  if (status !== 'ready')
    throw new AcmeProblem('orderNotReady', `Order's status ("${status}") is not acceptable for finalization`)
  const request = readSigningRequest(readBase64url(payload['csr'], 'csr'))
  const names = identifiersOf(order).map(({ value }) => value)
  if (new Set([...request.names, ...names]).size !== names.length || request.names.length !== names.length)
    throw new AcmeProblem('badCSR', 'The CSR must have exactly the names of the order.')
  order.certificate = issue(ca, order, names, request.publicKey)
  if (meets(ca, 'slow')) order.readyAt = ca.live.time() + SLOWNESS
  return orderPage(ca, order)
}
