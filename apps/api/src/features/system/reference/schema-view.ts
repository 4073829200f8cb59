import { type Html, html } from './html.ts'

/** The displayed part of a JSON Schema. */
export interface SchemaShape {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: SchemaShape
  readonly properties?: Readonly<Record<string, SchemaShape>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly SchemaShape[]
  readonly oneOf?: readonly SchemaShape[]
}

const DEEPEST = 4

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? reference

const typeOf = (schema: SchemaShape): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(choice)))].join(' | ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' | ')
}

const boundsOf = ({ format, minLength, maxLength, minimum, maximum }: SchemaShape): string =>
  [
    format,
    minLength === undefined ? undefined : `at least ${minLength} characters`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
  ]
    .filter((bound) => bound !== undefined)
    .join(', ')

const typeLink = (schema: SchemaShape): Html => {
  const target = schema.$ref ?? schema.items?.$ref
  return target === undefined
    ? html`<code>${typeOf(schema)}</code>`
    : html`<a href="#schema-${nameOf(target)}"><code>${typeOf(schema)}</code></a>`
}

const field = (name: string, schema: SchemaShape, isRequired: boolean, depth: number): Html => {
  const bounds = boundsOf(schema)
  const inner = schema.items?.properties === undefined ? schema : schema.items
  return html`<li>
    <b>${name}</b>
    ${typeLink(schema)}${isRequired ? '' : html` <i>optional</i>`}${bounds === '' ? '' : html` <small>${bounds}</small>`}
    ${depth < DEEPEST ? fieldsOf(inner, depth + 1) : ''}
  </li>`
}

const nothing: Html = { html: '' }

const fieldsOf = ({ properties, required = [], anyOf, oneOf }: SchemaShape, depth: number): Html => {
  if (properties === undefined) return html`${(anyOf ?? oneOf ?? []).map((choice) => fieldsOf(choice, depth))}`
  const fields = Object.entries(properties).map(([name, inner]) => field(name, inner, required.includes(name), depth))
  return fields.length === 0
    ? nothing
    : html`<ul>
        ${fields}
      </ul>`
}

/** Shows the fields of a schema as a list, or its type if it has none. */
export const schemaView = (schema: SchemaShape): Html => {
  const fields = fieldsOf(schema, 0)
  return fields.html === '' ? html`<p>${typeLink(schema)}</p>` : fields
}
