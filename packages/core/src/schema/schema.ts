declare const inferred: unique symbol

/**
 * A JSON Schema (draft 2020-12) that carries the TypeScript type of the values it accepts.
 * It is plain data: it can be serialized, embedded in an OpenAPI document or given to any validator.
 */
export interface Schema<T> {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly items?: Schema<unknown>
  readonly properties?: Readonly<Record<string, Schema<unknown>>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  /** Exists only for the type checker. */
  readonly [inferred]?: T
}

/** Extracts the TypeScript type that a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never

const described = (description: string | undefined) => (description === undefined ? {} : { description })

/** Describes a string. */
export const text = (description?: string): Schema<string> => ({ type: 'string', ...described(description) })

/** Describes any finite number; the description gives its unit. */
export const number = (description?: string): Schema<number> => ({ type: 'number', ...described(description) })

/** Describes a whole number; the description gives its unit. */
export const integer = (description?: string): Schema<number> => ({ type: 'integer', ...described(description) })

/** Describes true or false. */
export const boolean = (description?: string): Schema<boolean> => ({ type: 'boolean', ...described(description) })

/** Describes one of some fixed strings. */
export const oneOf = <const T extends string>(...values: readonly T[]): Schema<T> => ({ type: 'string', enum: values })

/** Describes a list whose items all have one shape. */
export const list = <T>(items: Schema<T>, description?: string): Schema<T[]> => ({
  type: 'array',
  items,
  ...described(description),
})

/** Describes a value that is null if there was nothing to measure. */
export const nullable = <T>(schema: Schema<T>): Schema<T | null> => {
  const type = schema.type === undefined ? [] : [schema.type].flat()
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] }
  return { ...(schema as Schema<unknown>), ...values, type: [...type, 'null'] } as Schema<T | null> // only the phantom type changes
}

/** Describes an object with exactly these properties, all required. */
export const object = <P extends Readonly<Record<string, Schema<unknown>>>>(
  properties: P,
): Schema<{ -readonly [K in keyof P]: Infer<P[K]> }> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
