/** The parameters of a request. Lists have the keys 0, 1, … */
export type Form = { [key: string]: string | number | boolean | Form }

const isForm = (value: Form[string] | undefined): value is Form => typeof value === 'object'

const put = (into: Form, [key = '', ...rest]: readonly string[], value: Form[string]): void => {
  const below = into[key]
  if (rest.length === 0) into[key === '' ? String(Object.keys(into).length) : key] = value
  // The object has no prototype, so that no key of a request can reach a prototype.
  else put((into[key] = isForm(below) ? below : (Object.create(null) as Form)), rest, value)
}

const typed = (value: string): string | number | boolean => {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** Parses parameters as the `stripe` library writes them: `items[0][price]` is nested, `expand[]` is a list. */
export const parseForm = (text: string): Form => {
  const form = Object.create(null) as Form
  for (const [key, value] of new URLSearchParams(text)) put(form, key.replaceAll(']', '').split('['), typed(value))
  return form
}

/** Returns the value at a path such as `line_items.0.price`. */
const valueAt = (form: Form, path: string): Form[string] | undefined => {
  let value: Form[string] | undefined = form
  for (const key of path.split('.')) value = isForm(value) ? value[key] : undefined
  return value
}

/** Returns the text at a path; refuses a request without that text. */
export const textAt = (form: Form, path: string): string => {
  const value = valueAt(form, path)
  if (typeof value === 'string' && value !== '') return value
  throw refuse(400, { message: `Missing required param: ${path}.`, param: path, code: 'parameter_missing' })
}

/** Returns the object at a path; default empty. */
export const objectAt = (form: Form, path: string): Form => {
  const value = valueAt(form, path)
  return isForm(value) ? value : {}
}

/** The `error` of a response. */
interface RefusalBody {
  readonly type?: 'invalid_request_error' | 'card_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
}

/** The error of a refused request. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: RefusalBody

  constructor(status: number, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** Creates a refusal; default type `invalid_request_error`. */
export const refuse = (status: number, body: RefusalBody): Refusal =>
  new Refusal(status, { type: 'invalid_request_error', ...body })

/** Returns the object with an id. Refuses an unknown one: with 404 if the id was in the path, with 400 if it was a parameter. */
export const named = <Value>(table: Readonly<Record<string, Value>>, id: string, param?: string): Value => {
  const found = Object.hasOwn(table, id) ? table[id] : undefined
  if (found !== undefined) return found
  throw refuse(param === undefined ? 404 : 400, {
    message: `No such object: '${id}'`,
    code: 'resource_missing',
    param: param ?? 'id',
  })
}
