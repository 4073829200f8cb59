import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BrowserContext } from 'playwright-core'

/** A result as the service sends it; what is left out is what it says of a good address. */
export interface FakeResult {
  readonly email: string
  readonly status?: string
  readonly confidence?: number
  readonly provider?: string | null
  readonly smtp_server?: string | null
  readonly smtp_response_code?: number | null
  readonly smtp_response_message?: string | null
  readonly verification_attempts?: number
  readonly reason?: string | null
  readonly retry_after?: number | null
  readonly role?: boolean
  readonly simulated?: boolean
}

const whole = (result: FakeResult): Required<FakeResult> => ({
  status: 'valid',
  confidence: 95,
  provider: null,
  smtp_server: 'mx.mail.example',
  smtp_response_code: 250,
  smtp_response_message: '2.1.5 Ok',
  verification_attempts: 1,
  reason: 'mailbox_exists',
  retry_after: null,
  role: false,
  simulated: false,
  ...result,
})

/**
 * Stands in for the email verification service, which asks mail servers on the internet: it answers what the test says, when
 * the test says so.
 */
export interface FakeVerifier {
  /** The lists that were asked about. */
  readonly asked: string[][]
  /** The kinds of answer that were wanted. */
  readonly accepts: string[]
  /** Sends the page's questions here instead of to the service. */
  readonly standIn: (context: BrowserContext) => Promise<void>
  /** Waits until there have been so many questions; results may be given to the last one from then on. */
  readonly question: (count: number) => Promise<void>
  readonly give: (...results: FakeResult[]) => void
  readonly finish: () => void
  /** Ends the connection in the middle of the answer. */
  readonly breakOff: () => void
  readonly close: () => Promise<void>
}

const read = async (request: IncomingMessage): Promise<string[]> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return (JSON.parse(text) as { emails: string[] }).emails
}

/** Starts a stand-in of the email verification service. */
export const startFakeVerifier = async (): Promise<FakeVerifier> => {
  const asked: string[][] = []
  const accepts: string[] = []
  let answer: ServerResponse | undefined
  const begin = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const emails = await read(request)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.flushHeaders()
    answer = response
    accepts.push(request.headers.accept ?? '')
    asked.push(emails)
  }
  const server = createServer((request, response) => {
    begin(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    asked,
    accepts,
    standIn: async (context) => {
      await context.route('**/api/email/verify', async (route) => route.continue({ url: `http://localhost:${port}/` }))
    },
    question: async (count) => {
      const end = Date.now() + 10_000
      while (asked.length < count) {
        if (Date.now() > end) throw new Error(`Only ${asked.length} questions came.`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    give: (...results) => {
      answer?.write(results.map((result) => `${JSON.stringify(whole(result))}\n`).join(''))
    },
    finish: () => {
      answer?.end()
    },
    breakOff: () => {
      answer?.destroy()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
