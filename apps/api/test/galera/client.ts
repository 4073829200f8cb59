import { setTimeout as wait } from 'node:timers/promises'

/** An answer of the service; status 0 stands for none at all. */
export interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly text: string
}

/** The credentials of a request. */
export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly bearer?: string | undefined
  readonly body?: unknown
  /** The address that the client has, as a proxy tells it. */
  readonly address?: string
}

/** Calls the services and writes down what they answer. */
export interface Client {
  /** Calls one of the processes, each in turn if none is named. */
  call(path: string, request?: Request, process?: number): Promise<Answer>
  /** The same until the answer is not one of a database that is away, for a minute at most; `tries` counts. */
  insist(path: string, request?: Request, process?: number): Promise<Answer & { readonly tries: number }>
  readonly processes: number
  /** Number of answers by status and code. */
  readonly seen: Map<string, number>
  /** Answers that the rules do not allow, with what they answer. */
  readonly faults: string[]
  /** When it last was answered 503, and the longest time without any success, in ms since the process began. */
  readonly trouble: { last: number; success: number; silence: number }
}

const codeOf = (text: string): string | undefined => {
  if (!text.includes('"code"')) return undefined
  // An error's body; what is not JSON ends the job, as it should.
  return (JSON.parse(text) as { code?: string }).code
}

/** Makes a client of several processes of the service. */
export const createClient = (urls: readonly string[]): Client => {
  const seen = new Map<string, number>()
  const faults: string[] = []
  const trouble = { last: 0, success: performance.now(), silence: 0 }
  let next = 0

  const note = (what: string, answer: Answer, retryAfter: string | null): void => {
    const { status, code, text } = answer
    const key = `${status}${code === undefined ? '' : ` ${code}`}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    const now = performance.now()
    if (status === 503) trouble.last = now
    if (status >= 200 && status < 300) {
      trouble.silence = Math.max(trouble.silence, now - trouble.success)
      trouble.success = now
    }
    if (status === 503 && retryAfter === null) faults.push(`${what}: 503 without Retry-After`)
    if (status === 0 || (status >= 500 && status !== 503)) faults.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }

  const call: Client['call'] = async (path, { method = 'GET', bearer, body, address } = {}, process = next++) => {
    const headers = {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    try {
      const response = await fetch(`${urls[process % urls.length]}/api${path}`, init)
      const text = await response.text()
      const answer = { status: response.status, code: response.ok ? undefined : codeOf(text), text }
      note(`${method} ${path}`, answer, response.headers.get('retry-after'))
      return answer
    } catch (error) {
      const answer = { status: 0, code: undefined, text: String(error) }
      note(`${method} ${path}`, answer, null)
      return answer
    }
  }

  const insist: Client['insist'] = async (path, request, process) => {
    const begun = performance.now()
    for (let tries = 1; ; tries += 1) {
      const answer = await call(path, request, process)
      if (answer.status !== 503 || performance.now() - begun > 60_000) return { ...answer, tries }
      await wait(100)
    }
  }

  return { call, insist, processes: urls.length, seen, faults, trouble }
}
