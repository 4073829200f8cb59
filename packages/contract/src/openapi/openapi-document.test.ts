import SwaggerParser from '@apidevtools/swagger-parser'
import { createToolbox, tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type ApiErrorCode, apiErrors } from '../api-errors.ts'
import { document, validator } from '../../test/support/document-validator.ts'
import { type EndpointDefinition, errorsOf, statusOf } from '../endpoint.ts'
import { endpoints } from '../endpoints/index.ts'
import { runEvent, toolRun } from '../entities/run.ts'
import { openapiDocument } from './openapi-document.ts'
import type { OperationObject } from './operation.ts'

const all: readonly EndpointDefinition[] = endpoints
const operationOf = ({ path, method }: EndpointDefinition): OperationObject => {
  const found = document.paths[path]?.[method.toLowerCase()]
  if (found === undefined) throw new Error(`${method} ${path} is missing`)
  return found
}

const named = (id: string): OperationObject =>
  operationOf(all.find((endpoint) => endpoint.id === id) ?? (all[0] as EndpointDefinition))

const schemaOf = (content: unknown, type = 'application/json'): unknown =>
  (content as Record<string, { schema: unknown }>)[type]?.schema

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

describe('the OpenAPI document', () => {
  it('is valid by an independent validator', async () => {
    const api = await SwaggerParser.validate(JSON.parse(JSON.stringify(document)))
    expect(api).toHaveProperty('openapi', '3.1.0')
  })

  it('has one operation for each endpoint and nothing else', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.toSorted()).toEqual(all.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it('names operations so that generators can use the names as they are', () => {
    const ids = all.map((endpoint) => operationOf(endpoint).operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
    expect(ids).toContain('toolsRun')
  })

  it('has a component for every reference and a tag for every operation', () => {
    const known = (ref: string): unknown =>
      ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
    for (const ref of refsIn(document)) expect(known(ref), ref).toBeDefined()
    const tags = document.tags.map(({ name }) => name)
    for (const endpoint of all) expect(tags).toContain(operationOf(endpoint).tags[0])
  })

  it('is the same every time', () => {
    expect(JSON.stringify(openapiDocument())).toBe(JSON.stringify(openapiDocument()))
  })

  it('uses server and version from its options', () => {
    const { servers, info } = openapiDocument({ serverUrl: 'https://netbox.example/api', version: '2.3.4' })
    expect(servers).toEqual([{ url: 'https://netbox.example/api' }])
    expect(info.version).toBe('2.3.4')
  })
})

describe('operations', () => {
  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s lists its success and every error with an example',
    (_, endpoint) => {
      const { responses } = operationOf(endpoint)
      expect(Object.keys(responses)).toContain(String(statusOf(endpoint)))
      for (const code of errorsOf(endpoint)) {
        const content = responses[String(apiErrors[code].status)]?.content['application/json']
        expect(content).toHaveProperty(['examples', code, '$ref'], `#/components/examples/${code}`)
      }
    },
  )

  it.each(all.filter(({ example }) => example !== undefined).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has a schema that accepts its example',
    (_, endpoint) => {
      const problems = validator(schemaOf(operationOf(endpoint).requestBody?.content))
      expect(problems(endpoint.example)).toEqual([])
      expect(problems('text')).not.toEqual([])
    },
  )

  it('have the rate limit headers, and Retry-After for temporary errors', () => {
    const { responses } = named('auth.login')
    expect(responses['200']?.headers).toHaveProperty('RateLimit-Remaining')
    expect(responses['429']?.headers).toHaveProperty('Retry-After')
    expect(responses['503']?.headers).toHaveProperty('Retry-After')
    expect(responses['401']?.headers).not.toHaveProperty('Retry-After')
  })

  it('mark simulated results', () => {
    expect(named('tools.run').responses['200']?.headers).toHaveProperty('X-Netbox-Simulated')
    expect(named('email.verify').responses['200']?.headers).not.toHaveProperty('X-Netbox-Simulated')
  })

  it('offer runs as server-sent events and verifications as NDJSON', () => {
    const run = named('tools.run').responses['200']?.content
    expect(run).toHaveProperty(['text/event-stream', 'x-item-schema', '$ref'], '#/components/schemas/RunEvent')
    const verify = named('email.verify').responses['200']?.content
    expect(verify).toHaveProperty(
      ['application/x-ndjson', 'x-item-schema', '$ref'],
      '#/components/schemas/Verification',
    )
  })

  it('require the credential of the endpoint', () => {
    expect(named('auth.login').security).toEqual([])
    expect(named('auth.refresh').security).toEqual([])
    expect(named('tools.run').security).toEqual([{ session: [] }, { apiToken: ['tools:run'] }])
    expect(named('email.verify').security).toEqual([{}, { session: [] }, { apiToken: ['email:verify'] }])
    expect(named('admin.profiles').security).toEqual([{ session: [] }])
  })

  it('describe numbers in a query as numbers with their limits', () => {
    expect(named('email.history').parameters?.slice(0, 2)).toEqual([
      {
        name: 'page',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ])
  })
})

describe('errors', () => {
  it('name the codes of their status and accept no other one', () => {
    const problems = validator(schemaOf(named('tools.run').responses['403']?.content))
    const body = { error: 'No.', request_id: '1' }
    expect(problems({ ...body, code: 'upgrade_required' })).toEqual([])
    expect(problems({ ...body, code: 'not_found' })).not.toEqual([])
    expect(problems({ code: 'upgrade_required' })).not.toEqual([])
  })

  it('have a component that hides no built-in type in a generated client', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => name in globalThis)).toEqual([])
  })

  it.each(Object.keys(apiErrors) as ApiErrorCode[])('%s has an example that matches the schema', (code) => {
    const example = document.components.examples[code] as { value: unknown }
    expect(validator(document.components.schemas['ApiError'])(example.value)).toEqual([])
    expect(example.value).toHaveProperty('code', code)
  })
})

const inputs: Readonly<Record<string, string>> = {
  'IP Address': '198.51.100.25',
  'IP/Domain:Port': 'shop.example:443',
  'Email Addresses': 'ana@shop.example',
  'Email Headers': 'From: ana@shop.example',
}

describe('runs', () => {
  const problemsOfRun = validator({ $ref: '#/components/schemas/ToolRun' })
  const problemsOfEvent = validator({ $ref: '#/components/schemas/RunEvent' })

  it.each(tools.map(({ id, input }) => [id, inputs[input.type] ?? 'shop.example'] as const))(
    '%s matches its component, its schema here and no other tool',
    async (id, input) => {
      const run = await fixedWorld().run(id, input)
      const sent: unknown = JSON.parse(JSON.stringify(run))
      expect(problemsOfRun(sent)).toEqual([])
      expect(v.parse(toolRun, sent)).toEqual(sent)
      const other = { ...run, tool: id === 'mx-record' ? 'txt-record' : 'mx-record' }
      expect(problemsOfRun(other)).not.toEqual([])
    },
  )

  it('have the facts of the request', async () => {
    const world = { hosts: { 'mx1.shop.example': { smtp: { state: 'refused' } } } } as const
    const run = await createToolbox({ world }).run('mx-record', 'shop.example')
    expect(problemsOfRun(JSON.parse(JSON.stringify(run)))).toEqual([])
    expect(v.parse(toolRun, run)).toHaveProperty('world', world)
    const problems = validator(schemaOf(named('tools.run').requestBody?.content))
    expect(problems({ input: 'shop.example', world })).toEqual([])
    expect(problems({ input: 'shop.example', world: { hosts: { a: { smtp: { state: 'shut' } } } } })).not.toEqual([])
  })

  it('send events that match their component', async () => {
    const events: unknown[] = []
    await fixedWorld().run('mx-record', 'shop.example', { onEvent: (event) => events.push(event) })
    expect(events.length).toBeGreaterThan(3)
    for (const event of events) {
      const sent: unknown = JSON.parse(JSON.stringify(event))
      expect(problemsOfEvent(sent)).toEqual([])
      expect(v.parse(runEvent, sent)).toEqual(sent)
    }
  })
})
