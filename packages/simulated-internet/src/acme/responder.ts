import { calculateJwkThumbprint } from 'jose'
import { notAllowed, type PageRequest } from '../web/http-responder.ts'
import type { Page } from '../web/send-page.ts'
import { accountWith, changeKey, externalSecretOf, newAccount, ordersOf, updateAccount } from './accounts.ts'
import { type AcmeAuthority, authorityAt, CREDENTIALS_HOST, identitiesOf } from './authorities.ts'
import { meets } from './faults.ts'
import { certificatePage, type IssuedCertificate, PROFILES, renewalPage, revoke } from './issue.ts'
import { authorizationPage, challengePage, finalize, newOrder, orderPage } from './orders.ts'
import { jsonPage, textPage } from './pages.ts'
import { AcmeProblem, problemPage } from './problem.ts'
import { readObject, type VerifiedJws, verifyJws } from './read-jws.ts'
import { type Account, type Ca, createCa, createQueue } from './state.ts'
import { type AcmeContext, createViewpoint } from './viewpoint.ts'

/** The answers of all authorities. */
interface AcmeResponder {
  /** Returns the page for a request, whose body is undefined if it is too large. */
  readonly pageFor: (host: string, request: PageRequest, body: Buffer | undefined) => Promise<Page>
  /** Returns a fresh nonce of an authority. */
  readonly nonceOf: (authority: AcmeAuthority) => string
}

/** A verified request for a resource. */
interface Asked {
  readonly account: Account
  /** The parsed payload; undefined in a POST-as-GET request. */
  readonly payload: Readonly<Record<string, unknown>> | undefined
  /** The URL of the resource. */
  readonly url: string
}

const notFound = (): AcmeProblem => new AcmeProblem('malformed', 'There is no such resource.', { status: 404 })

const payloadOf = ({ payload }: VerifiedJws): Asked['payload'] =>
  payload.length === 0 ? undefined : readObject(payload.toString(), 'The payload')

/** Returns a resource of the account that asks for it. */
const owned = <Resource>(resource: Resource | undefined, owner: Account | undefined, { account }: Asked): Resource => {
  if (resource === undefined) throw notFound()
  if (owner !== account) throw new AcmeProblem('unauthorized', 'The resource belongs to another account.')
  return resource
}

type Handler = (ca: Ca, asked: Asked) => Page | Promise<Page>

const orderAt = (ca: Ca, asked: Asked) => {
  const order = ca.orders.get(asked.url.replace(/\/finalize$/, ''))
  return owned(order, order?.account, asked)
}

/** The handlers of resources that belong to an account, by the path after the authority's. */
const handlers: readonly (readonly [RegExp, Handler])[] = [
  [/^new-order$/, (ca, { account, payload = {} }) => newOrder(ca, account, payload)],
  [/^key-change$/, async (ca, { account, payload = {} }) => changeKey(ca, account, payload)],
  [
    /^acct\/\w+$/,
    (ca, asked) => {
      const account = ca.accounts.get(asked.url)
      return updateAccount(ca, owned(account, account, asked), asked.payload)
    },
  ],
  [
    /^acct\/\w+\/orders$/,
    (ca, asked) => {
      const account = ca.accounts.get(asked.url.replace(/\/orders$/, ''))
      return ordersOf(ca, owned(account, account, asked))
    },
  ],
  [/^order\/\w+$/, (ca, asked) => orderPage(ca, orderAt(ca, asked))],
  [/^order\/\w+\/finalize$/, (ca, asked) => finalize(ca, orderAt(ca, asked), asked.payload ?? {})],
  [
    /^authz\/\w+$/,
    (ca, asked) => {
      const authorization = ca.authorizations.get(asked.url)
      return authorizationPage(ca, owned(authorization, authorization?.account, asked), asked.payload)
    },
  ],
  [
    /^chall\/\w+$/,
    async (ca, asked) => {
      const found = ca.challenges.get(asked.url)
      return challengePage(ca, owned(found, found?.authorization.account, asked), asked.payload)
    },
  ],
  [
    /^cert\/\w+(?:\/1)?$/,
    (ca, asked) => {
      const found = ca.certificates.get(asked.url.replace(/\/1$/, ''))
      return certificatePage(ca, owned(found, found?.order.account, asked), asked.url.endsWith('/1'))
    },
  ],
]

const accountAt = ({ accounts }: Ca, url: string): Account => {
  const account = accounts.get(url)
  if (account === undefined) throw new AcmeProblem('accountDoesNotExist', 'The account of the JWS does not exist.')
  if (account.status === 'deactivated') throw new AcmeProblem('unauthorized', 'The account is deactivated.')
  return account
}

const MEDIA_TYPE = 'application/jose+json'
const MOST_NONCES = 10_000
/** A scenario refuses each nonce whose number is a multiple of it. */
const REFUSED_NONCE = 3

/** Creates the nonces of an authority. Each is valid once, and the oldest ones expire. */
const createNonces = (ca: Ca) => {
  const valid = new Set<string>()
  let used = 0
  return {
    create: (): string => {
      const nonce = ca.draw('nonce', 16).toString('base64url')
      const [oldest] = valid
      if (valid.size >= MOST_NONCES && oldest !== undefined) valid.delete(oldest)
      valid.add(nonce)
      return nonce
    },
    use: (nonce: unknown): void => {
      const isValid = typeof nonce === 'string' && valid.delete(nonce)
      if (!isValid || (++used % REFUSED_NONCE === 0 && meets(ca, 'bad-nonce')))
        throw new AcmeProblem('badNonce', 'JWS has an invalid anti-replay nonce. Use the nonce of this response.')
    },
  }
}

type Nonces = ReturnType<typeof createNonces>

/** Answers a signed request. */
const postPage = async (
  ca: Ca,
  nonces: Nonces,
  path: string,
  { body, mediaType }: { readonly body: Buffer | undefined; readonly mediaType: string | undefined },
): Promise<Page> => {
  if (body === undefined) throw new AcmeProblem('malformed', 'The request is too large.', { status: 413 })
  if (mediaType?.split(';')[0]?.trim().toLowerCase() !== MEDIA_TYPE)
    throw new AcmeProblem('malformed', `The Content-Type must be ${MEDIA_TYPE}.`, { status: 415 })
  const handler = handlers.find(([pattern]) => pattern.test(path))?.[1]
  if (handler === undefined && path !== 'new-acct' && path !== 'revoke-cert') throw notFound()
  const url = ca.urlOf(path)
  const jws = await verifyJws(body.toString(), url, (account) => accountAt(ca, account).jwk)
  nonces.use(jws.header['nonce'])
  const { kid } = jws.header
  const account = typeof kid === 'string' ? accountAt(ca, kid) : undefined
  const payload = payloadOf(jws)
  if (path === 'revoke-cert') {
    const by = account ?? accountWith(ca, await calculateJwkThumbprint(jws.jwk))
    return revoke(ca, by === undefined ? { jwk: jws.jwk } : { account: by }, payload ?? {})
  }
  if ((path === 'new-acct') === (account !== undefined))
    throw new AcmeProblem('malformed', `The protected header must have '${account === undefined ? 'kid' : 'jwk'}'.`)
  if (account === undefined || handler === undefined) return newAccount(ca, jws.jwk, payload ?? {})
  return handler(ca, { account, payload, url })
}

const directoryPage = (ca: Ca): Page => {
  const { host, needsExternalAccount = false } = ca.authority
  const website = `https://${host}/`
  return jsonPage(ca, {
    newNonce: ca.urlOf('new-nonce'),
    newAccount: ca.urlOf('new-acct'),
    newOrder: ca.urlOf('new-order'),
    revokeCert: ca.urlOf('revoke-cert'),
    keyChange: ca.urlOf('key-change'),
    renewalInfo: ca.urlOf('renewal-info'),
    meta: {
      termsOfService: `${website}terms`,
      website,
      caaIdentities: identitiesOf(ca.authority),
      externalAccountRequired: needsExternalAccount,
      profiles: Object.fromEntries([...PROFILES.keys()].map((name) => [name, `${website}profiles#${name}`])),
    },
  })
}

/** Answers a request without a signature. */
const getPage = (ca: Ca, { path, method }: PageRequest): Page => {
  if (path === ca.authority.directory) return directoryPage(ca)
  const rest = path.startsWith(`${ca.authority.base}/`) ? path.slice(ca.authority.base.length + 1) : ''
  if (rest === 'new-nonce') return textPage(ca, '', {}, method === 'HEAD' ? 200 : 204)
  const [, renewalId] = /^renewal-info\/([\w-]+\.[\w-]+)$/.exec(rest) ?? []
  if (renewalId !== undefined) return renewalPage(ca, renewalId)
  if (rest === 'new-acct' || rest === 'revoke-cert' || handlers.some(([pattern]) => pattern.test(rest)))
    throw new AcmeProblem('malformed', 'This resource answers only signed POST requests.', {
      status: 405,
      headers: notAllowed(['POST']).headers,
    })
  throw notFound()
}

/** Gives the credentials of an external account, as the API of ZeroSSL does. */
const credentialsPage = (seed: string, { path, method }: PageRequest, body: Buffer | undefined): Page => {
  const isKnown = path.startsWith('/acme/eab-credentials')
  if (!isKnown || method !== 'POST') return isKnown ? notAllowed(['POST']) : { status: 404, headers: [], body: '' }
  const email = new URLSearchParams(body?.toString()).get('email') ?? 'anyone'
  const kid = Buffer.from(email).toString('base64url')
  const key = externalSecretOf(seed, kid).toString('base64url')
  return {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: `${JSON.stringify({ success: true, eab_kid: kid, eab_hmac_key: key })}\n`,
  }
}

/** Creates the responder of all authorities of a world. `localPort` returns the port of this machine for a port of the world. */
export const createAcmeResponder = (
  context: AcmeContext,
  localPort: (port: number) => number | undefined,
  issued: IssuedCertificate[],
): AcmeResponder => {
  const { live, ask, authority: signer } = context
  const viewpoint = createViewpoint(context, localPort)
  const validations = createQueue()
  const opened = new Map<string, { readonly ca: Ca; readonly nonces: Nonces }>()
  const open = (authority: AcmeAuthority) => {
    const known = opened.get(authority.host)
    if (known !== undefined) return known
    const ca = createCa({
      authority,
      live,
      ask,
      signer,
      viewpoints: [viewpoint, viewpoint, viewpoint],
      validations,
      issued,
    })
    const created = { ca, nonces: createNonces(ca) }
    opened.set(authority.host, created)
    return created
  }
  const answer = async (authority: AcmeAuthority, request: PageRequest, body: Buffer | undefined): Promise<Page> => {
    const { ca, nonces } = open(authority)
    const { base } = authority
    const { method, path, message } = request
    try {
      if (method === 'GET' || method === 'HEAD') return getPage(ca, request)
      if (method !== 'POST') return notAllowed(['GET', 'HEAD', 'POST'])
      const rest = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
      return await postPage(ca, nonces, rest, { body, mediaType: message.headers['content-type'] })
    } catch (error) {
      if (error instanceof AcmeProblem) return problemPage(error)
      throw error
    }
  }
  return {
    nonceOf: (authority) => open(authority).nonces.create(),
    pageFor: async (host, request, body) => {
      const authority = authorityAt(host)
      if (host === CREDENTIALS_HOST || authority === undefined) return credentialsPage(live.seed, request, body)
      return answer(authority, request, body)
    },
  }
}
