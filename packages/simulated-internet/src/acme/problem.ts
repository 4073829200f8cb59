import type { Page } from '../web/send-page.ts'

/** The types of problems (RFC 8555, section 6.7; RFC 9773, section 7.4) with the status of their responses. */
const statuses = {
  accountDoesNotExist: 400,
  alreadyReplaced: 409,
  alreadyRevoked: 400,
  badCSR: 400,
  badNonce: 400,
  badPublicKey: 400,
  badRevocationReason: 400,
  badSignatureAlgorithm: 400,
  caa: 403,
  connection: 400,
  dns: 400,
  externalAccountRequired: 403,
  incorrectResponse: 403,
  invalidContact: 400,
  malformed: 400,
  orderNotReady: 403,
  rateLimited: 429,
  rejectedIdentifier: 400,
  serverInternal: 503,
  tls: 400,
  unauthorized: 403,
  unsupportedContact: 400,
  unsupportedIdentifier: 400,
} as const

type ProblemType = keyof typeof statuses

/** An identifier of a certificate. */
export interface Identifier {
  readonly type: 'dns' | 'ip'
  readonly value: string
}

/** The other parts of a problem. */
interface ProblemParts {
  readonly status?: number
  readonly identifier?: Identifier
  readonly subproblems?: readonly AcmeProblem[]
  /** Other fields of the document. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly headers?: Page['headers']
}

/** A refusal of an ACME server. It becomes a problem document (RFC 9457). */
export class AcmeProblem extends Error {
  readonly type: ProblemType
  readonly parts: ProblemParts

  constructor(type: ProblemType, detail: string, parts: ProblemParts = {}) {
    super(detail)
    this.type = type
    this.parts = parts
  }
}

/** Returns the document of a problem. */
export const documentOf = ({ type, message, parts }: AcmeProblem): Readonly<Record<string, unknown>> => ({
  type: `urn:ietf:params:acme:error:${type}`,
  detail: message,
  status: parts.status ?? statuses[type],
  ...(parts.identifier && { identifier: parts.identifier }),
  ...(parts.subproblems && { subproblems: parts.subproblems.map(documentOf) }),
  ...parts.fields,
})

/** Returns the page of a problem. */
export const problemPage = (problem: AcmeProblem): Page => ({
  status: problem.parts.status ?? statuses[problem.type],
  headers: [{ name: 'Content-Type', value: 'application/problem+json' }, ...(problem.parts.headers ?? [])],
  body: `${JSON.stringify(documentOf(problem))}\n`,
})
