import { worldSchema } from '@netbox/core'
import type { Endpoint } from '../endpoint-types.ts'
import { endpoints } from '../endpoints/index.ts'
import { componentSchemas } from './component-schemas.ts'
import { errorExamples } from './error-responses.ts'
import { headers } from './headers.ts'
import { jsonSchemaOfComponent, type SchemaObject } from './json-schema.ts'
import { operationOf, type OperationObject } from './operation.ts'
import { tags } from './tags.ts'
import { toolComponents } from './tool-components.ts'

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
