import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { reverseNameOf } from '@netbox/core/dns'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { AcmeProblem, type Identifier } from './problem.ts'
import { endLate, type Viewpoint } from './viewpoint.ts'

/** A way to prove the control of an identifier. */
export type ChallengeType = 'http-01' | 'dns-01' | 'tls-alpn-01'

/** A challenge to validate. */
interface Validation {
  readonly identifier: Identifier
  readonly token: string
  /** The key authorization (RFC 8555, section 8.1). */
  readonly expected: string
}

type Validate = (viewpoint: Viewpoint, validation: Validation) => Promise<void>

const MOST_REDIRECTS = 10
const LARGEST_RESPONSE = 65_536
const SHOWN = 100
const ACME_TLS = 'acme-tls/1'
// The identifier of the extension with the hash of the key authorization (RFC 8737, section 3).
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Uses a connection and ends it, also if its server sends one octet a second. Errors after the use have no effect. */
const using = async <Result>(socket: Socket, use: () => Promise<Result>): Promise<Result> => {
  endLate(socket, new Error('Timeout after connect (your server may be slow or overloaded)'))
  socket.on('error', () => undefined)
  try {
    return await use()
  } finally {
    socket.destroy()
  }
}

const reasonOf = (error: unknown, { errored }: Socket): string =>
  errored?.message ?? (error instanceof Error ? error.message : '')

const secured = async (socket: Socket, servername: string, protocol?: string): Promise<TLSSocket> => {
  // RFC 8555, section 8.3: the certificate of a redirect's target may be a self-signed one.
  const tls = connectTls({
    socket,
    rejectUnauthorized: false,
    ...(isIP(servername) === 0 ? { servername } : {}),
    ...(protocol === undefined ? {} : { ALPNProtocols: [protocol] }),
  })
  tls.on('error', () => undefined)
  try {
    await Promise.race([
      once(tls, 'secureConnect'),
      once(socket, 'close').then(() => {
        throw new Error('the connection was closed')
      }),
    ])
    return tls
  } catch (error) {
    throw new AcmeProblem('tls', `TLS handshake with ${servername} failed: ${reasonOf(error, socket)}`)
  }
}

const readResponse = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > LARGEST_RESPONSE) break
  }
  return Buffer.concat(parts).toString('latin1')
}

interface Response {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

const get = async (viewpoint: Viewpoint, url: URL): Promise<Response> => {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const isTls = url.protocol === 'https:'
  const plain = await viewpoint.connect(host, isTls ? 443 : 80)
  return using(plain, async () => {
    const socket = isTls ? await secured(plain, host) : plain
    const headers = { Host: url.host, 'User-Agent': 'netbox ACME validation (simulated)', Connection: 'close' }
    try {
      const asked = request({ path: url.pathname + url.search, createConnection: () => socket, headers })
      asked.on('error', () => undefined)
      const [response] = (await once(asked.end(), 'response')) as [IncomingMessage] // The cast is safe: the event has this argument.
      const { statusCode = 0, headers: received } = response
      return { status: statusCode, location: received.location, body: await readResponse(response) }
    } catch (error) {
      throw new AcmeProblem('connection', `Fetching ${url.href}: ${reasonOf(error, plain)}`)
    }
  })
}

/** Returns the target of a redirect. Authorities follow only redirects to the usual ports of host names. */
const redirected = (from: URL, location: string): URL => {
  const to = URL.parse(location, from.href)
  if (to === null || !['http:', 'https:'].includes(to.protocol) || to.port !== '')
    throw new AcmeProblem('connection', `Fetching ${from.href}: Invalid redirect to '${location.slice(0, SHOWN)}'.`)
  if (isIP(to.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw new AcmeProblem('connection', `Fetching ${from.href}: Invalid host in redirect target "${to.hostname}".`)
  return to
}

const byHttp: Validate = async (viewpoint, { identifier: { value }, token, expected }) => {
  let url = new URL(`http://${isIP(value) === 6 ? `[${value}]` : value}/.well-known/acme-challenge/${token}`)
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const { status, location, body } = await get(viewpoint, url)
    if (status >= 300 && status < 400 && location !== undefined) {
      url = redirected(url, location)
      continue
    }
    if (status !== 200) throw new AcmeProblem('unauthorized', `Invalid response from ${url.href}: ${status}`)
    if (body.trimEnd() === expected) return
    throw new AcmeProblem(
      'unauthorized',
      `The key authorization file from the server did not match this challenge. Expected "${expected}" (got "${body.slice(0, SHOWN)}")`,
    )
  }
  throw new AcmeProblem('connection', `Fetching ${url.href}: Too many redirects`)
}

const byDns: Validate = async (viewpoint, { identifier: { value }, expected }) => {
  const name = `_acme-challenge.${value}`
  const answerTo = await viewpoint.lookUp([name], ['TXT'])
  const { answers, isName } = answerTo(name, 'TXT')
  const texts = answers.flatMap((answer) =>
    answer.type === 'TXT' ? [Buffer.concat([answer.data].flat().map((part) => Buffer.from(part))).toString()] : [],
  )
  if (texts.includes(hashOf(expected).toString('base64url'))) return
  const [first] = texts
  if (first !== undefined)
    throw new AcmeProblem('unauthorized', `Incorrect TXT record "${first.slice(0, SHOWN)}" found at ${name}`)
  if (isName) throw new AcmeProblem('unauthorized', `No TXT record found at ${name}`)
  throw new AcmeProblem(
    'dns',
    `DNS problem: NXDOMAIN looking up TXT for ${name} - check that a DNS record exists for this domain`,
  )
}

/** Returns whether a certificate answers a challenge: only for its identifier, and with the hash in a critical extension. */
const isChallengeCertificate = (der: Buffer, { value }: Identifier, hash: Buffer): boolean => {
  const { extensions = [] } = AsnConvert.parse(der, Certificate).tbsCertificate
  const names = extensions.find(({ extnID }) => extnID === id_ce_subjectAltName)
  const proof = extensions.find(({ extnID }) => extnID === ACME_IDENTIFIER)
  if (names === undefined || proof?.critical !== true) return false
  const [name, ...others] = AsnConvert.parse(names.extnValue.buffer, SubjectAlternativeName)
  if (others.length > 0 || (name?.dNSName ?? name?.iPAddress)?.toLowerCase() !== value) return false
  return Buffer.from(AsnConvert.parse(proof.extnValue.buffer, OctetString).buffer).equals(hash)
}

const byTls: Validate = async (viewpoint, { identifier, expected }) => {
  const { type, value } = identifier
  const plain = await viewpoint.connect(value, 443)
  // An address has no server name, so the client sends its reverse name (RFC 8738, section 6).
  const serverName = (type === 'ip' ? reverseNameOf(value) : undefined) ?? value
  const { peer, protocol } = await using(plain, async () => {
    const tls = await secured(plain, serverName, ACME_TLS)
    return { peer: tls.getPeerCertificate(), protocol: tls.alpnProtocol }
  })
  const der: Buffer | undefined = peer.raw
  if (protocol !== ACME_TLS)
    throw new AcmeProblem('unauthorized', `Cannot negotiate ALPN protocol "${ACME_TLS}" for the tls-alpn-01 challenge`)
  let isRight = false
  try {
    isRight = der !== undefined && isChallengeCertificate(der, identifier, hashOf(expected))
  } catch {
    // Such a certificate proves nothing.
  }
  if (!isRight)
    throw new AcmeProblem('unauthorized', 'The certificate of the server is not for this tls-alpn-01 challenge.')
}

const validators: Readonly<Record<ChallengeType, Validate>> = {
  'http-01': byHttp,
  'dns-01': byDns,
  'tls-alpn-01': byTls,
}

/** Validates a challenge from viewpoints, the first one first. Throws the problem that one of them has. */
export const validate = async (
  type: ChallengeType,
  [primary, ...others]: readonly [Viewpoint, ...Viewpoint[]],
  validation: Validation,
): Promise<void> => {
  await validators[type](primary, validation)
  await Promise.all(
    others.map(async (viewpoint) =>
      validators[type](viewpoint, validation).catch((error: unknown) => {
        if (!(error instanceof AcmeProblem)) throw error
        throw new AcmeProblem(error.type, `During secondary validation: ${error.message}`)
      }),
    ),
  )
}
