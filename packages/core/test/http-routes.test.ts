import { describe, expect, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import type { ScenarioText } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { readWorld } from '../src/world-document/read-world.ts'
import type { WorldHost } from '../src/world-document/world-document.ts'

type Http = NonNullable<WorldHost['http']>
type Route = NonNullable<Http['routes']>[number]

const HOST = 'api.shop.example'
const read = (http: unknown) => readWorld({ hosts: { [HOST]: { http: http as Http } } }).document.hosts?.[HOST]?.http
const readReply = (reply: unknown) => read({ routes: [{ path: '/', reply: reply as Route['reply'] }] })

describe('routes of a document', () => {
  it('have a canonical form', () => {
    const given = {
      routes: [
        {
          path: '/é/{id}',
          methods: ['get'],
          when: { 'header X-Tenant': true, basic: 'a:b' },
          reply: { delay: '2s', headers: { B: '1', A: ['2', '3'] }, json: { b: 1, a: null } },
        },
      ],
      rules: [{ match: { method: 'post', nth: '2..2' }, do: { delay: '1s' } }],
    }
    const canonical = read(given)
    expect(canonical).toEqual({
      routes: [
        {
          path: '/%C3%A9/{id}',
          methods: ['GET'],
          when: { basic: 'a:b', 'header x-tenant': true },
          reply: { delay: '2000ms', headers: { A: ['2', '3'], B: '1' }, json: { b: 1, a: null } },
        },
      ],
      rules: [{ match: { method: 'POST', nth: 2 }, do: { delay: '1000ms' } }],
    })
    expect(read(canonical)).toEqual(canonical)
  })

  it.each<[unknown, string]>([
    [{ path: 'v1' }, ".path: 'v1' is not a path: it begins with '/'."],
    [{ path: '/a?b=1' }, ".path: A path has no query. State the query in 'when', as in 'query page'."],
    [{ path: '/*/*' }, ".path: A path has at most one '*'."],
    [{ path: '/a{b}' }, ".path: 'a{b}': a part such as {id} or {id:number} is the whole text between two slashes."],
    [{ path: '/{a}/{a}' }, '.path: The path has two parts {a}.'],
    [{ path: '/', methods: [] }, '.methods: Expected at least one item.'],
    [{ path: '/', methods: ['GET POST'] }, ".methods[0]: Expected a method such as GET, not 'GET POST'."],
    [
      { path: '/', when: { header: true } },
      ".when.header: 'header' is no condition. Write 'header NAME', 'query NAME', path.NAME, basic or bearer.",
    ],
    [
      { path: '/{id}', reply: { text: '{path.name}' } },
      '.reply: The path has no part {name}, so it has no fact {path.name}.',
    ],
  ])('%j are refused with the reason', (route, reason) => {
    const routes = [{ reply: {}, ...(route as object) }]
    expect(() => read({ routes })).toThrow(`hosts.${HOST}.http.routes[0]${reason}`)
  })

  it.each<[unknown, string]>([
    [{ status: 99 }, '.status: Expected a whole number from 200 to 599, or a fact such as {path.n}, not 99.'],
    [{ text: 'a', json: 1 }, ".text: A reply has one body, but 'json' is listed too."],
    [{ headers: { A: 'b\r\nC: d' } }, '.headers.A: Expected a text in one line, without control characters'],
    [{ headers: { 'A\r\nB': 'c' } }, 'is not the name of a header.'],
    [
      { headers: { 'Content-Length': '3' } },
      ".headers.Content-Length: Content-Length follows from the body. The rules 'cut' and 'wrong-length' make it wrong.",
    ],
    [{ redirect: '/a\nb' }, '.redirect: Expected a text in one line, without control characters'],
    [{ cookies: { 'a=b': '1' } }, ".cookies.a=b: 'a=b' is not the name of a cookie."],
    [{ delay: '31s' }, ".delay: '31s' is longer than 30s."],
    [
      { file: '/etc/passwd' },
      ".file: 'file' is a path, which only world files have: the command reads it. Write the content as text or base64.",
    ],
    [{ text: 'x'.repeat(1_000_001) }, '.text: Expected a text of at most 1 MB'],
    [{ json: 'x'.repeat(1_000_001) }, '.json: The value has more than 1 MB as JSON.'],
    [
      { json: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown },
      '.json: The value has more than 32 levels.',
    ],
    [
      { bytes: 1_000_001 },
      '.bytes: Expected a whole number from 0 to 1000000, or a fact such as {path.n}, not 1000001.',
    ],
    [{ body: 'a' }, ".body: Unknown field 'body'."],
  ])('a reply %# is refused with the reason', (reply, reason) => {
    expect(() => readReply(reply)).toThrow(reason)
  })

  it('are at most 200, with at most 100 rules, and neither an API description nor headers without routes', () => {
    const routes = Array.from({ length: 201 }, () => ({ path: '/', reply: {} }))
    expect(() => read({ routes })).toThrow('At most 200 routes, not 201.')
    expect(() => read({ rules: Array.from({ length: 101 }, () => ({ do: 'cut' })) })).toThrow(
      'At most 100 rules, not 101.',
    )
    expect(() => read({ openapi: 'api.yaml' })).toThrow(
      `hosts.${HOST}.http.openapi: 'openapi' is a path, which only world files have: the command reads it. List the routes.`,
    )
    expect(() => read({ headers: { A: 'b' } })).toThrow(
      "'headers' and 'scheme' apply to routes, but no routes are listed.",
    )
    expect(() => readWorld({ hosts: { [HOST]: { servedBy: 'self', http: { routes: [] } } } })).toThrow(
      'The pages of your own server are its own.',
    )
  })
})

describe('header-security', () => {
  const run = async (http: Http, scenario: ScenarioText = 'healthy') => {
    const { result, findings } = await createToolbox({
      seed: 'k3f9',
      scenario,
      at: FIXED_TIME,
      plan: 'enterprise',
      world: { hosts: { [HOST]: { http } } },
    }).run('header-security', HOST)
    const sent = Object.fromEntries(
      result.headers.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    )
    return { sent, codes: findings.filter(({ severity }) => severity !== 'pass').map(({ code }) => code) }
  }
  const routes: Route[] = [
    { path: '/', when: { bearer: true }, reply: { status: 500 } },
    { path: '/', reply: { headers: { 'x-frame-options': 'DENY' }, text: 'ok' } },
  ]

  it('shows the headers of the route for /', async () => {
    const { sent } = await run({ headers: { 'Referrer-Policy': 'no-referrer' }, routes })
    expect(sent).toEqual({ 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' })
  })

  it.each([
    [{ reply: { status: 503, headers: { 'Retry-After': '7' } } }, ['headers-unavailable']],
    [{ reply: { status: 429 } }, ['headers-rate-limited']],
    ['hang', ['headers-no-response']],
    ['reset', ['headers-no-response']],
  ] as const)('reports that a rule leaves no page: %j', async (effect, codes) => {
    expect((await run({ routes, rules: [{ do: effect }] })).codes).toEqual(codes)
    expect((await run({ rules: [{ match: { path: '/' }, do: effect }] })).codes).toEqual(codes)
  })

  it.each([
    ['cut', 'headers-cut'],
    [{ drip: '2s' }, 'headers-slow'],
  ] as const)('reports the fault of every response: %j', async (effect, code) => {
    expect((await run({ rules: [{ do: effect }] })).codes).toContain(code)
  })

  it.each([{ nth: 1 }, { rate: '1/s' }, { path: '/other' }, { method: 'POST' }, { at: '10:00..10:01' }])(
    'meets no rule for %j',
    async (match) => {
      expect((await run({ rules: [{ match, do: 'close' }] })).codes).toEqual([])
    },
  )
})
