import { worldSchema, tools, type ToolId } from '@netbox/core'
import type { Endpoint } from '../endpoint-types.ts'
import { endpoints } from '../endpoints/index.ts'
import { componentSchemas, jsonSchemaOfComponent, type SchemaObject } from './component-schemas.ts'
import { headers, errorExamples } from './error-responses.ts'
import { operationOf, type OperationObject, tags } from './operation.ts'
import { toolRun } from '../entities/run.ts'

const pascal = (id: string): string => id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const refTo = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` })

/** Returns the component name of a tool's result: 'MxRecordResult'. */
const resultName = (id: ToolId): string => `${pascal(id)}Result`

/** Returns the component name of a tool's run: 'MxRecordRun'. */
const runName = (id: ToolId): string => `${pascal(id)}Run`

/**
 * Returns two components for every tool, its result and its run, and `ToolRun`, which is one of the runs. The shapes of results come from
 * core (`resultSchema`).
 */
const toolComponents = (): Record<string, SchemaObject> => {
  const { properties, ...envelope } = jsonSchemaOfComponent('ToolRun', toolRun)
  const perTool = tools.flatMap(({ id, name, resultSchema }): [string, SchemaObject][] => [
    // Core's schemas are JSON Schema of the same draft, as plain data. They have no titles, because generators would use those as type
    // names, which would then change with the display names.
    [resultName(id), { description: `Result of ${name}`, ...(resultSchema as SchemaObject) }],
    [
      runName(id),
      {
        description: `Run of ${name}`,
        ...envelope,
        properties: { ...properties, tool: { type: 'string', const: id }, result: refTo(resultName(id)) },
      },
    ],
  ])
  return {
    ToolRun: {
      description: 'A run of any tool. `tool` determines the shape of `result`.',
      oneOf: tools.map(({ id }) => refTo(runName(id))),
      discriminator: {
        propertyName: 'tool',
        mapping: Object.fromEntries(tools.map(({ id }) => [id, `#/components/schemas/${runName(id)}`])),
      },
    } as SchemaObject, // `discriminator` is OpenAPI's addition to JSON Schema
    ...Object.fromEntries(perTool),
  }
}

/** The OpenAPI 3.1 document of the API, as plain data. */
export interface OpenapiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly examples: Readonly<Record<string, object>>
    readonly headers: typeof headers
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

const description = [
  'Network, DNS, email and security diagnostics on a simulated internet. **Tool results are simulated**: they have',
  '`simulated: true`, and the same seed, scenario and time give the same result. Email verification is real.',
  '',
  'Every failure has the same body: `error` is for people, `code` is stable, `request_id` identifies the request in the log.',
].join('\n')

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session, from `POST /auth/login`.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token (`nbx_…`) with the scope that the operation names. Enterprise plan.',
  },
}

const pathsOf = (): OpenapiDocument['paths'] => {
  const byPath = Map.groupBy<string, Endpoint>(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(operations.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint)])),
    ]),
  )
}

const worldComponent = (): SchemaObject => {
  const { $schema: _dialect, $id: _name, ...schema } = worldSchema
  return schema as SchemaObject
}

const schemas = (): Record<string, SchemaObject> => ({
  ...Object.fromEntries(
    Object.entries(componentSchemas).map(([name, schema]) => [name, jsonSchemaOfComponent(name, schema)]),
  ),
  // Each tool's own schema of a run replaces the generic one.
  ...toolComponents(),
  // Core's schema, because the contract's schema accepts any object.
  WorldDocument: worldComponent(),
})

/**
 * Converts the endpoints to an OpenAPI 3.1 document. The same options give the same document.
 *
 * @param options - `serverUrl` is the API's URL, default '/api'; `version` is the version of the product.
 * @example
 * const document = openapiDocument({ serverUrl: 'https://netbox.example/api' })
 * document.openapi // => '3.1.0'
 * document.servers[0].url // => 'https://netbox.example/api'
 * document.paths['/auth/login'].post.operationId // => 'authLogin'
 */
export const openapiDocument = ({
  serverUrl = '/api',
  version = '1.0.0',
}: { readonly serverUrl?: string; readonly version?: string } = {}): OpenapiDocument => ({
  openapi: '3.1.0',
  info: { title: 'netbox API', version, description, license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: serverUrl }],
  tags: Object.values(tags),
  paths: pathsOf(),
  components: { schemas: schemas(), examples: errorExamples(), headers, securitySchemes },
})
