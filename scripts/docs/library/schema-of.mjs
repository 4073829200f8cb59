import {
  componentSchemas,
  jsonSchemaOf,
  jsonSchemaOfComponent,
} from '../../../packages/contract/dist/openapi/component-schemas.js'

import { worldSchema } from '../../../packages/core/dist/index.js'

const contract = new Map(Object.entries(await import('../../../packages/contract/dist/index.js')))

const { domains, hosts, addresses } = worldSchema.properties
const documentTypes = new Map([
  ['WorldDocument', worldSchema],
  ['WorldDomain', domains.additionalProperties],
  ['WorldRecords', domains.additionalProperties.properties.records],
  ['WorldHost', hosts.additionalProperties],
  ['WorldAddress', addresses.additionalProperties],
])

/**
 * Returns the JSON Schema of an export if it is a schema of the contract or a type of world documents, otherwise undefined.
 *
 * @param {string} entry  What programs import.
 * @param {string} name
 */
export const schemaOf = (entry, name) => {
  if (entry === '@netbox/core') return documentTypes.get(name)
  const value = entry === '@netbox/contract' ? contract.get(name) : undefined
  if (value?.kind !== 'schema') return undefined
  const component = Object.entries(componentSchemas).find(([, schema]) => schema === value)?.[0]
  return component === undefined ? jsonSchemaOf(value) : jsonSchemaOfComponent(component, value)
}
