import { createToolbox } from '@netbox/core'
import type { BodyInput, ResponseOf } from '../../src/index.ts'
import { json, type Seen } from './fake-api.ts'
import { signedIn } from './signed-in.ts'

const HOUR = 3600
const inAnHour = (): number => Math.floor(Date.now() / 1000) + HOUR

const keys: ResponseOf<'auth.keys'> = {
  keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: '2026-11', alg: 'ES256', use: 'sig' }],
}
const usage: ResponseOf<'usage.list'> = {
  plan: 'free',
  day: '2026-11-20',
  reset: '2026-11-21T00:00:00.000Z',
  usage: [{ tool: 'mx-record', used: 1, limit: 100, remaining: 99, reset: '2026-11-21T00:00:00.000Z' }],
  verifications: { used: 0, limit: -1, remaining: -1, reset: '2026-12-01T00:00:00.000Z' },
}

const runTool = async ({ body }: Seen): Promise<Response> => {
  // The client sends bodies as in the contract.
  const { input, seed } = body as BodyInput<'tools.run'>
  return json(await createToolbox({ seed: seed ?? 'k3f9' }).run('mx-record', input))
}

const refused = (): Response => json({ error: 'You are not signed in.', code: 'unauthorized', request_id: 'r1' }, 401)

const open: Readonly<Record<string, (seen: Seen) => Response | Promise<Response>>> = {
  'GET /auth/keys': () => json(keys),
  'POST /auth/login': () => json(signedIn('a', inAnHour())),
}

const forBearers: typeof open = {
  'GET /usage': () => json(usage),
  'GET /auth/verify': () => json({ user: signedIn().user }),
  'POST /auth/logout': () => json({ ok: true }),
  'POST /tools/mx-record/run': runTool,
}

/** Responds like the service at https://netbox.example, as far as the examples need it. Replaces `fetch`. */
export const exampleService = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : input)
  const headers = new Headers(init.headers)
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const seen: Seen = { method: init.method ?? 'GET', path: url.pathname.replace(/^\/api/, ''), headers, body }
  const asked = `${seen.method} ${seen.path}`
  const answer = open[asked] ?? (headers.has('authorization') ? forBearers[asked] : refused)
  if (url.host !== 'netbox.example' || answer === undefined) throw new TypeError(`No example asks ${asked}.`)
  return answer(seen)
}
