import { componentSchemas } from '../../../packages/contract/dist/openapi/component-schemas.js'
import { jsonSchemaOf, jsonSchemaOfComponent } from '../../../packages/contract/dist/openapi/json-schema.js'

const contract = new Map(Object.entries(await import('../../../packages/contract/dist/index.js')))

/**
 * Returns the JSON Schema of an export if it is a schema of the contract, otherwise undefined.
 *
 * @param {string} entry  What programs import.
 * @param {string} name
 */
export const schemaOf = (entry, name) => {
  const value = entry === '@netbox/contract' ? contract.get(name) : undefined
  if (value?.kind !== 'schema') return undefined
  const component = Object.entries(componentSchemas).find(([, schema]) => schema === value)?.[0]
  return component === undefined ? jsonSchemaOf(value) : jsonSchemaOfComponent(component, value)
}
