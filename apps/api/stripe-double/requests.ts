import qs from 'qs'

/** The parameters of a request. */
export type Form = { readonly [key: string]: string | number | boolean | Form }

/** Koa's state: the parameters. */
export type FormState = { form: Form }

const typed = (value: string): string | number | boolean => {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** Parses parameters as the `stripe` library writes them: `items[0][price]` is nested, `expand[]` is a list. */
export const parseForm = (text: string): Form => {
  const decoder: NonNullable<qs.IParseOptions['decoder']> = (part, decode, charset, kind) => {
    const decoded: unknown = decode(part, decode, charset)
    return kind === 'value' ? typed(String(decoded)) : decoded
  }
  // The cast is safe: the object has the values of `typed`. A list is an object with the keys 0, 1, …
  return qs.parse(text, { decoder }) as Form
}

/** Returns the value at a path such as `line_items.0.price`. */
const valueAt = (form: Form, path: string): Form[string] | undefined =>
  path
    .split('.')
    .reduce<Form[string] | undefined>((value, key) => (typeof value === 'object' ? value[key] : undefined), form)

/** Returns the text at a path; refuses a request without that text. */
export const textAt = (form: Form, path: string): string => {
  const value = valueAt(form, path)
  if (typeof value === 'string' && value !== '') return value
  throw refuse(400, { message: `Missing required param: ${path}.`, param: path, code: 'parameter_missing' })
}

/** Returns the object at a path; default empty. */
export const objectAt = (form: Form, path: string): object => {
  const value = valueAt(form, path)
  return typeof value === 'object' ? value : {}
}

/** The error of a refused request: the status and the `error` of the response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  status = 400
  body: object = {}
}

/** Creates a refusal; default type `invalid_request_error`. */
export const refuse = (status: number, body: { message: string; type?: 'card_error'; code?: string; param?: string }) =>
  Object.assign(new Refusal(body.message), { status, body: { type: 'invalid_request_error', ...body } })

/** Returns the object with an id. Refuses an unknown one: with 404 if the id was in the path, with 400 if it was a parameter. */
export const named = <Value>(table: Readonly<Record<string, Value>>, id: string, param?: string): Value => {
  const found = Object.hasOwn(table, id) ? table[id] : undefined
  if (found !== undefined) return found
  const error = { message: `No such object: '${id}'`, code: 'resource_missing', param: param ?? 'id' }
  throw refuse(param === undefined ? 404 : 400, error)
}
