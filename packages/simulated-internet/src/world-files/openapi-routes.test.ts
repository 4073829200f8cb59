import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { octetsOfText } from './octets.ts'
import { parseWorld } from './parse-world.ts'
import { readWorldFile } from './read-world-file.ts'

const HOST = 'api.shop.example'
const WORLD = JSON.stringify({ hosts: { [HOST]: { http: { openapi: 'api.yaml' } } } })

const read = (api: string, { world = WORLD, onWarning }: { world?: string; onWarning?: (text: string) => void } = {}) =>
  parseWorld(world, { readBody: () => octetsOfText(api), onWarning }).hosts?.[HOST]?.http?.routes ?? []

const apiOf = (paths: unknown, more: object = {}): string => JSON.stringify({ openapi: '3.1.0', paths, ...more })
const get = (response: object, more: object = {}) => apiOf({ '/a': { get: { responses: { 200: response } } } }, more)
const withSchema = (schema: unknown, schemas: object = {}) =>
  get({ content: { 'application/json': { schema } } }, { components: { schemas } })
const jsonOf = (api: string): unknown => read(api)[0]?.reply.json
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const SHOP = `
openapi: 3.0.4
servers: [{ url: "https://{at}.shop.example/v1/", variables: { at: { default: api } } }]
paths:
  /carts/{cart-id}:
    get:
      responses:
        '404': { $ref: '#/components/responses/Missing' }
        '200':
          headers: { ETag: { schema: { example: '"a1"' } }, Content-Type: { example: no }, Link: { schema: { type: string } } }
          content:
            application/xml: { example: <cart/> }
            application/json: { examples: { full: { $ref: '#/components/examples/Cart' } } }
    delete: { responses: { '204': { description: gone }, '400': {} } }
  /carts/mine: { get: { responses: { default: { content: { text/plain: { schema: { example: yours } } } } } } }
  /carts/{name}:pay: { servers: [{ url: / }], post: { responses: { '402': {}, 3XX: {} } } }
components:
  examples: { Cart: { value: { id: 7, items: [] } } }
  responses: { Missing: { content: { application/problem+json: { example: { title: none } } } } }
`

describe('an OpenAPI document', () => {
  it('becomes routes: paths without parameters before paths with parameters; an operation replies with its first success', () => {
    expect(read(SHOP)).toEqual([
      { path: '/carts/*:pay', methods: ['POST'], when: { 'header prefer': 'code=402' }, reply: { status: 402 } },
      { path: '/carts/*:pay', methods: ['POST'], reply: { status: 300 } },
      {
        path: '/v1/carts/mine',
        methods: ['GET'],
        reply: { status: 200, headers: { 'Content-Type': 'text/plain' }, text: 'yours' },
      },
      {
        path: '/v1/carts/{cart_id}',
        methods: ['GET'],
        when: { 'header prefer': 'code=404' },
        reply: { status: 404, headers: { 'Content-Type': 'application/problem+json' }, json: { title: 'none' } },
      },
      {
        path: '/v1/carts/{cart_id}',
        methods: ['GET'],
        reply: {
          status: 200,
          headers: { 'Content-Type': 'application/json', ETag: '"a1"' },
          json: { id: 7, items: [] },
        },
      },
      {
        path: '/v1/carts/{cart_id}',
        methods: ['DELETE'],
        when: { 'header prefer': 'code=400' },
        reply: { status: 400 },
      },
      { path: '/v1/carts/{cart_id}', methods: ['DELETE'], reply: { status: 204 } },
    ])
  })

  it('follows the routes that the host lists itself', () => {
    const http = { openapi: 'api.yaml', headers: { A: 'b' }, routes: [{ path: '/a', reply: { text: 'mine' } }] }
    const world = JSON.stringify({ hosts: { [HOST]: { http } } })
    expect(read(get({}), { world }).map(({ reply }) => reply)).toEqual([{ text: 'mine' }, { status: 200 }])
  })

  it('has examples from schemas, with values by type', () => {
    const pet = {
      allOf: [{ properties: { id: { type: 'integer', minimum: 3 } } }, ref('Named')],
      properties: {
        kind: { enum: ['cat', 'dog'] },
        tags: { type: 'array', items: { type: 'string', default: 'new' } },
        born: { type: ['null', 'string'], format: 'date' },
        secret: { type: 'string', writeOnly: true },
        owner: { anyOf: [{ type: 'null' }, { type: 'boolean' }] },
        none: { example: null },
        mother: ref('Pet'),
        litter: { type: 'array', items: ref('Pet') },
        any: {},
      },
    }
    expect(
      jsonOf(
        withSchema(ref('Pet'), { Pet: pet, Named: { required: ['name'], properties: { name: { type: 'string' } } } }),
      ),
    ).toEqual({
      id: 3,
      name: 'string',
      kind: 'cat',
      tags: ['new'],
      born: '2026-01-01',
      owner: true,
      none: null,
      litter: [],
    })
  })

  it('has examples to the letter, also where they have facts in braces', () => {
    const body = { a: '{host} ü', __proto__: 1 }
    const [route] = read(get({ content: { 'application/hal+json': { example: body } } }))
    expect(route?.reply.headers).toEqual({ 'Content-Type': 'application/hal+json' })
    expect(JSON.parse(Buffer.from(route?.reply.base64 ?? '', 'base64').toString())).toEqual(body)
  })

  it('has no body where a response has neither an example nor a schema', () => {
    for (const content of [{ 'application/json': {} }, { 'application/xml': { schema: { type: 'object' } } }])
      expect(read(get({ content }))).toEqual([{ path: '/a', methods: ['GET'], reply: { status: 200 } }])
  })

  it('has the replies of errors only if they fit, with a warning', () => {
    const responses = { 200: {}, 400: {}, 404: {} }
    const paths = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/a${at}`, { get: { responses } }]))
    const warnings: string[] = []
    expect(read(apiOf(paths), { onWarning: (text) => warnings.push(text) })).toHaveLength(100)
    expect(warnings).toEqual([
      'api.yaml: netbox leaves out the errors of the operations, because a host has at most 200 routes.',
    ])
  })
})

describe('an OpenAPI document is refused', () => {
  const each = (schema: (next: object) => object) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`S${at}`, at === 39 ? {} : schema(ref(`S${at + 1}`))]))
  const chain = each((next) => ({ items: next }))
  const doubled = { ...each((next) => ({ properties: { a: next, b: next } })), S30: { type: 'string' } }
  const AT = 'api.yaml:1: GET /a: '
  it.each<[string, string, string]>([
    [
      'is Swagger 2',
      'swagger: "2.0"\npaths: {}',
      'api.yaml: This is Swagger 2. netbox reads OpenAPI 3, so convert the file.',
    ],
    ['is something else', 'a: b', "api.yaml: This is no OpenAPI document: it has no field 'openapi'."],
    ['is a text', 'secret', "api.yaml: This is no OpenAPI document: it has no field 'openapi'."],
    ['is no YAML', 'openapi: 3.0.0\n\tpaths: {}', 'api.yaml:2:1: The line begins with a tab.'],
    ['has a later version', 'openapi: 4.0.0', 'api.yaml: netbox reads OpenAPI 3, not 4.0.0.'],
    ['has no paths', 'openapi: 3.1.0\nwebhooks: {}', 'api.yaml: The document has no operation in paths.'],
    [
      'refers to another file',
      withSchema({ $ref: 'b.yaml#/A' }),
      `${AT}'b.yaml#/A' is not in this file. netbox follows only references that begin with #/.`,
    ],
    [
      'refers to the network',
      withSchema({ $ref: 'http://a.example/' }),
      `${AT}'http://a.example/' is not in this file.`,
    ],
    [
      'refers to nothing',
      withSchema(ref('toString')),
      `${AT}The reference '#/components/schemas/toString' leads to nothing.`,
    ],
    ['refers to what is no text', withSchema({ $ref: '#/%zz' }), `${AT}The reference '#/%zz' leads to nothing.`],
    [
      'refers to itself',
      withSchema(ref('A'), { A: ref('B'), B: ref('A') }),
      `${AT}The reference '#/components/schemas/B' leads through more than 32 others.`,
    ],
    ['has deep schemas', withSchema(ref('S0'), chain), `${AT}The schema has more than 32 levels.`],
    ['repeats schemas', withSchema(ref('S0'), doubled), `${AT}The examples have more than 10 MB.`],
    [
      'contains itself',
      'openapi: 3.0.0\npaths:\n  /a: { get: { responses: { 200: { content: { a/json: { example: &a [*a] } } } } } }',
      'api.yaml:3: GET /a: The example has more than 32 levels.',
    ],
    [
      'expands aliases',
      `openapi: 3.0.0\na: &a [1]\n${Array.from({ length: 40 }, (_, at) => `k${at}: [*a, *a, *a]`).join('\n')}`,
      'api.yaml: Excessive alias count',
    ],
    [
      'is nested too deeply',
      `openapi: 3.0.0\na: ${'['.repeat(60)}`,
      'api.yaml:2: It is nested more than 50 levels deep.',
    ],
    [
      'has two parts of segments',
      apiOf({ '/{a}.json/x{b}': { get: {} } }),
      'api.yaml:1: GET /{a}.json/x{b}: Only one parameter of a path can be less than the whole text between two slashes.',
    ],
    [
      'has a header of two lines',
      get({ headers: { A: { example: 'b\r\nc: d' } } }),
      `api.yaml:1: hosts.${HOST}.http.routes[0].reply.headers.A: Expected a text in one line`,
    ],
    [
      'has too many operations',
      apiOf(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`/${at + 100}`, { get: {} }]))),
      'api.yaml:1: GET /300: A host has at most 200 routes.',
    ],
  ])('if it %s', (_, api, reason) => {
    expect(() => read(api)).toThrow(reason)
  })
})

describe('the file of an OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is a regular file below the folder of the world file, of at most 1 MB', () => {
    const path = join(folder, 'world.yaml')
    const readFrom = (openapi: unknown) => {
      writeFileSync(path, JSON.stringify({ hosts: { [HOST]: { http: { openapi } } } }))
      return readWorldFile(path).hosts?.[HOST]?.http
    }
    writeFileSync(join(folder, 'api.json'), get({}))
    writeFileSync(join(folder, 'large.yaml'), ' '.repeat(1_000_001))
    symlinkSync('/etc/passwd', join(folder, 'link.yaml'))
    expect(readFrom('./api.json')).toEqual({ routes: [{ path: '/a', methods: ['GET'], reply: { status: 200 } }] })
    const place = `${path}:1: hosts.${HOST}.http.openapi: `
    expect(() => readFrom('../api.json')).toThrow(`${place}../api.json is not below the folder of the world file.`)
    expect(() => readFrom('link.yaml')).toThrow(
      `${place}link.yaml can't be read: it is not below the folder of the world file.`,
    )
    expect(() => readFrom('large.yaml')).toThrow(`${place}large.yaml can't be read: it is too large`)
    expect(() => readFrom('none.yaml')).toThrow(`${place}none.yaml can't be read: no such file or directory.`)
    expect(() => readFrom(3)).toThrow(`${place}Expected the path of a file.`)
    expect(() => parseWorld(WORLD)).toThrow(
      `world:1: hosts.${HOST}.http.openapi: Files cannot be read here. List the routes.`,
    )
  })
})
