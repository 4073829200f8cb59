/** One request as the fake API received it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

/** The handler of the fake API for one request. */
export type FakeAnswer = Response | Error | ((seen: Seen, request: RequestInit) => Response | Promise<Response>)

/** Creates a response with a JSON body. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Creates a body from chunks of text. */
export const pieces = (...texts: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const rest = texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text))
  return new ReadableStream({
    pull: (controller) => {
      const next = rest.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
}

/** Creates a `fetch` that returns these responses in order, then repeats the last one, and records the requests. */
export const fakeApi = (...answers: readonly FakeAnswer[]) => {
  const seen: Seen[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: Seen = {
      method: init.method ?? 'GET',
      path: input instanceof Request ? input.url : String(input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' && init.body !== '' ? JSON.parse(init.body) : undefined,
    }
    seen.push(request)
    if (init.signal?.aborted) throw init.signal.reason
    const answer = answers[Math.min(seen.length, answers.length) - 1]
    if (answer === undefined) throw new Error('The fake API has no answer.')
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(request, init) : answer.clone()
  }
  return { fetch, seen }
}

/** Creates the error that fetch throws for an unreachable host. */
export const unreachable = (): TypeError => new TypeError('fetch failed')
