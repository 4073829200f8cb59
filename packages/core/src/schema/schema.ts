declare const inferred: unique symbol

/**
 * A JSON Schema (draft 2020-12) that carries the TypeScript type of the values it accepts.
 * It is plain data: it can be serialized, embedded in an OpenAPI document or given to any validator.
 */
export interface Schema<T> {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly default?: string | number | boolean
  readonly examples?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema<unknown>
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema<unknown>>>
  readonly patternProperties?: Readonly<Record<string, Schema<unknown>>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | Schema<unknown>
  readonly anyOf?: readonly Schema<unknown>[]
  /** Exists only for the type checker. */
  readonly [inferred]?: T
}

/** The TypeScript type that a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never

const described = (description: string | undefined) => (description === undefined ? {} : { description })

/** Returns the schema of a string. */
export const text = (description?: string): Schema<string> => ({ type: 'string', ...described(description) })

/** Returns the schema of a finite number; the description names its unit. */
export const number = (description?: string): Schema<number> => ({ type: 'number', ...described(description) })

/** Returns the schema of a whole number; the description names its unit. */
export const integer = (description?: string): Schema<number> => ({ type: 'integer', ...described(description) })

/** Returns the schema of true or false. */
export const boolean = (description?: string): Schema<boolean> => ({ type: 'boolean', ...described(description) })

/** Returns the schema of one of some fixed strings. */
export const oneOf = <const T extends string>(...values: readonly T[]): Schema<T> => ({ type: 'string', enum: values })

/** Returns the schema of a list whose items all have one shape. */
export const list = <T>(items: Schema<T>, description?: string): Schema<T[]> => ({
  type: 'array',
  items,
  ...described(description),
})

/** Returns the schema of a value that is null if there was nothing to measure. */
export const nullable = <T>(schema: Schema<T>): Schema<T | null> => {
  const type = schema.type === undefined ? [] : [schema.type].flat()
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] }
  return { ...(schema as Schema<unknown>), ...values, type: [...type, 'null'] } as Schema<T | null> // The cast is safe: it changes only the inferred type, which exists only for the type checker.
}

/** Returns the schema of an object with exactly these properties, all required. */
export const object = <P extends Readonly<Record<string, Schema<unknown>>>>(
  properties: P,
): Schema<{ -readonly [K in keyof P]: Infer<P[K]> }> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
