import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { componentSchemas } from './component-schemas.ts'

/** A JSON Schema (draft 2020-12) as part of an OpenAPI document. */
export type SchemaObject = JsonSchema

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // The schema describes requests as sent. Checks and transforms have no JSON Schema, but still apply.
  typeMode: 'input',
  errorMode: 'ignore',
  definitions: componentSchemas,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

// Returns a schema without the included definitions, because references point to the components.
const bare = (schema: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$defs'))

/** Converts a schema to JSON Schema; schemas with their own component become references to it. */
export const jsonSchemaOf = (schema: GenericSchema): SchemaObject => bare(toJsonSchema(schema, config))

/** Converts the schema of a component itself. */
export const jsonSchemaOfComponent = (name: string, schema: GenericSchema): SchemaObject => {
  const { [name]: itself, ...others } = componentSchemas as Record<string, GenericSchema>
  return bare(toJsonSchema(schema, { ...config, ...(itself === undefined ? {} : { definitions: others }) }))
}
