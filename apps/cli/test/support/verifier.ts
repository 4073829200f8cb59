import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Returns a result as the contract defines it. */
export const resultOf = (email: string, more: Readonly<Record<string, unknown>> = {}) => ({
  email,
  status: 'valid',
  confidence: 95,
  provider: null,
  smtp_server: 'mx1.mail.example',
  smtp_response_code: 250,
  smtp_response_message: '2.1.5 ok',
  verification_attempts: 1,
  reason: 'accepted',
  retry_after: null,
  role: false,
  simulated: false,
  ...more,
})

/** A handler of requests to the fake verifier. The first request has number 1. */
export type Behavior = (emails: readonly string[], answer: ServerResponse, number: number) => void | Promise<void>

/** A server on loopback that streams results as the contract defines it. */
export interface Verifier {
  readonly url: string
  /** The addresses of every request so far. */
  readonly asked: readonly (readonly string[])[]
  /** The solved challenges of the requests. */
  readonly captchas: readonly (string | undefined)[]
  /** The tokens of the requests. */
  readonly bearers: readonly (string | undefined)[]
}

interface Body {
  readonly emails: readonly string[]
  readonly captcha?: string
}

const bodyOf = async (request: IncomingMessage): Promise<Body> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  // The cast is safe: the command is the only caller, and it sends this type.
  return JSON.parse(text) as Body
}

/** Formats results as lines of NDJSON. */
export const lines = (results: readonly object[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join('')

/** Starts a stream. */
export const stream = (answer: ServerResponse): ServerResponse =>
  answer.writeHead(200, { 'content-type': 'application/x-ndjson' })

/** Refuses a request as the API does. */
export const refuse = (answer: ServerResponse, status: number, code: string, error: string): void => {
  answer.writeHead(status, { 'content-type': 'application/json' })
  answer.end(JSON.stringify({ error, code, request_id: 'r' }))
}

/** Starts a verifier, which stops when the running test ends. By default, every address is valid. */
export const startVerifier = async (
  behave: Behavior = (emails, answer) => void stream(answer).end(lines(emails.map((email) => resultOf(email)))),
  challenge: object = {},
): Promise<Verifier> => {
  const asked: (readonly string[])[] = []
  const bearers: (string | undefined)[] = []
  const captchas: (string | undefined)[] = []
  const serve = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    if (request.url === '/api/captcha/challenge?purpose=email.verify') {
      answer.end(JSON.stringify(challenge))
      return
    }
    if (request.url !== '/api/email/verify' || request.headers.accept !== 'application/x-ndjson') {
      refuse(answer, 404, 'not_found', 'There is nothing here.')
      return
    }
    bearers.push(request.headers.authorization)
    const { emails, captcha } = await bodyOf(request)
    captchas.push(captcha)
    asked.push(emails)
    await behave(emails, answer, asked.length)
  }
  const server = createServer((request, answer) => {
    serve(request, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // The cast is safe: a server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, bearers, captchas }
}

/** Returns a list of `count` addresses. */
export const listOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `u${index}@mail.example`)

/** Returns the address in each line of the output. */
export const emailsIn = (ndjson: string): string[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { email: string }).email)
