import { setTimeout as wait } from 'node:timers/promises'

/** A response of the service; status 0 means no response. */
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
  /** The client's address, as a proxy forwards it. */
  readonly address?: string
}

/** A client that calls the services and records their responses. */
export interface Client {
  /** Calls one of the processes; by default, each in turn. */
  call(path: string, request?: Request, process?: number): Promise<Answer>
  /** Repeats the call while the database is unavailable, for a minute at most; `tries` counts. */
  insist(path: string, request?: Request, process?: number): Promise<Answer & { readonly tries: number }>
  readonly processes: number
  /** The number of responses by status and code. */
  readonly seen: Map<string, number>
  /** Responses that the rules do not allow, with their content. */
  readonly faults: string[]
  /** The time of the last 503, and the longest time without any success, in ms since the process started. */
  readonly trouble: { last: number; success: number; silence: number }
}

const codeOf = (text: string): string | undefined => {
  if (!text.includes('"code"')) return undefined
  // An error's body; invalid JSON ends the job, as it should.
  return (JSON.parse(text) as { code?: string }).code
}

/** Creates a client of several processes of the service. */
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
