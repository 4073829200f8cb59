import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The outcomes of requests so far. */
export interface Tally {
  readonly runs: number
  readonly signIns: number
  readonly streams: number
  /** Responses with a status other than 200, and requests without a response, by kind. */
  readonly failures: ReadonlyMap<string, number>
  /** The response time of each answered run, in milliseconds. */
  readonly latencies: readonly number[]
}

interface Answer {
  readonly status: number
  readonly text: string
}

interface Order {
  readonly path: string
  readonly body: object
  readonly bearer?: string
  readonly accept?: string
}

const LANES = 32
/** The maximum number of connections. */
export const SOCKETS = 64
/** The maximum number of pending requests. */
const AT_ONCE = 500
const USERS = 20
/** The lifetime of tokens is ten minutes. */
const TOKEN_FOR = 8 * 60_000
const PASSWORD = 'correct horse'
const TOOLS = ['mx-record', 'traceroute', 'whois-lookup', 'header-security', 'dns-diagnostic']

const emailOf = (user: number): string => `user${user}@mail.example`

/** Creates a mixed load for a service: of 100 requests, one signs in, five are streams, the others are runs. */
export const createLoad = (url: string, signal: AbortSignal) => {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  const tokens = new Map<number, { readonly token: string; readonly since: number }>()
  const tally = { runs: 0, signIns: 0, streams: 0, failures: new Map<string, number>(), latencies: [] as number[] }
  let sent = 0
  const underWay = new Set<Promise<void>>()

  const send = ({ path, body, bearer, accept = 'application/json' }: Order): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        accept,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      }
      const outgoing = request(`${url}/api${path}`, { agent, method: 'POST', headers }, (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          received += chunk
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: received }))
        response.once('error', reject)
      })
      outgoing.once('error', reject)
      outgoing.end(text)
    })

  const count = (what: 'runs' | 'signIns' | 'streams', { status }: Answer): void => {
    if (status === 200) tally[what] += 1
    else tally.failures.set(`${what} ${status}`, (tally.failures.get(`${what} ${status}`) ?? 0) + 1)
  }

  const signIn = async (user: number, path = '/auth/login'): Promise<Answer> => {
    const answer = await send({ path, body: { email: emailOf(user), password: PASSWORD } })
    const { token } = JSON.parse(answer.text) as { token?: string }
    // Like programs, a user keeps a token while it is valid; signing in again would be another device.
    const { since } = tokens.get(user) ?? { since: 0 }
    const now = performance.now()
    if (token !== undefined && (since === 0 || now - since > TOKEN_FOR)) tokens.set(user, { token, since: now })
    return answer
  }

  const runTool = (number: number, accept: string): Promise<Answer> => {
    const path = `/tools/${TOOLS[number % TOOLS.length]}/run`
    const bearer = tokens.get(number % USERS)?.token ?? ''
    return send({ path, body: { input: `host${number % 997}.example` }, bearer, accept })
  }

  const sendNext = async (): Promise<void> => {
    const number = sent++
    try {
      if (number % 100 === 0) return count('signIns', await signIn((number / 100) % USERS))
      if (number % 20 === 1) return count('streams', await runTool(number, 'text/event-stream'))
      const begun = performance.now()
      count('runs', await runTool(number, 'application/json'))
      tally.latencies.push(performance.now() - begun)
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      tally.failures.set(reason, (tally.failures.get(reason) ?? 0) + 1)
    }
  }

  const startNext = (): void => {
    const going = sendNext().then(() => void underWay.delete(going))
    underWay.add(going)
  }

  return {
    tally: (): Tally => tally,
    /** Resets the counters. */
    forget: (): void => {
      Object.assign(tally, { runs: 0, signIns: 0, streams: 0, failures: new Map(), latencies: [] })
    },
    register: async (): Promise<void> => {
      for (let user = 0; user < USERS; user++) await signIn(user, '/auth/register')
    },
    /** Sends as many requests as the service can handle, and returns the responses per second. */
    atFullRate: async (milliseconds: number): Promise<number> => {
      const before = sent
      const begun = performance.now()
      const end = begun + milliseconds
      const lane = async (): Promise<void> => {
        while (performance.now() < end && !signal.aborted) await sendNext()
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return ((sent - before) * 1000) / (performance.now() - begun)
    },
    /** Sends a fixed number of requests per second, independent of the responses. Waits only if very many responses are missing. */
    atRate: async (rate: number, milliseconds: number): Promise<void> => {
      const before = sent
      const begun = performance.now()
      while (performance.now() - begun < milliseconds && !signal.aborted) {
        const due = before + ((performance.now() - begun) * rate) / 1000
        const missing = Math.min(Math.ceil(due - sent), AT_ONCE - underWay.size)
        for (let number = 0; number < missing; number++) startNext()
        await wait(5)
      }
      await Promise.all(underWay)
    },
    close: (): void => agent.destroy(),
  }
}
