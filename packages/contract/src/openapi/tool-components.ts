import { tools, type ToolId } from '@netbox/core'
import { toolRun } from '../entities/run.ts'
import { jsonSchemaOfComponent, type SchemaObject } from './json-schema.ts'

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
export const toolComponents = (): Record<string, SchemaObject> => {
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
