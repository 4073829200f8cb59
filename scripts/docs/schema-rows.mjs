const NAME = /^#\/components\/schemas\/(?<name>\w+)$/

const isToolSchema = (name) => /(?:Result|Run)$/.test(name) && name !== 'ToolRun'

const linkTo = (ref) => {
  const name = NAME.exec(ref)?.groups?.name ?? ref
  return isToolSchema(name) ? `[${name}](../tools/README.md)` : `[${name}](entities.md#${name.toLowerCase()})`
}

/** Describes the type of a schema as text. */
export const typeOf = (schema) => {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ')
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`
  return [schema.type ?? 'anything'].flat().join(' or ')
}

const between = (from, to, unit) => {
  if (from === undefined && to === undefined) return undefined
  if (to === undefined) return `at least ${from}${unit}`
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`
}

const rulesOf = (schema, isRequired) =>
  [
    isRequired ? undefined : 'optional',
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' entries'),
    between(schema.minimum, schema.maximum, ''),
    schema.title,
    schema.format,
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
    schema.description,
  ]
    .filter((rule) => rule !== undefined && rule !== '')
    .join('; ')

/** Lists the fields of an object's schema: name, type, rules. The names of nested fields are dotted paths; `NAME` stands for any name. */
export const fieldsOf = (schema, path = '') => {
  const { properties = {}, required = [], items, additionalProperties: values, anyOf = [] } = schema
  const below = (key) => (path === '' ? key : `${path}.${key}`)
  const rows = [
    ...Object.entries(properties).flatMap(([key, property]) => [
      [`\`${below(key)}\``, typeOf(property), rulesOf(property, required.includes(key))],
      ...fieldsOf(property, below(key)),
    ]),
    ...(items === undefined ? [] : fieldsOf(items, `${path}[]`)),
    ...(typeof values === 'object' ? fieldsOf(values, below('NAME')) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ]
  // Alternatives may share a field.
  return rows.filter(([name], index) => rows.findIndex(([other]) => other === name) === index)
}
