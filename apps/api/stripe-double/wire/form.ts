import { parameterMissing, refuse } from './refusal.ts'

/** What a form or a query can hold: texts in objects and lists. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }

/** The parameters of a request. */
export type Form = { [key: string]: FormValue }

const isRecord = (value: FormValue | undefined): value is Form => typeof value === 'object' && !Array.isArray(value)

// Without a prototype, so that no key of a request reaches one.
const emptyForm = (): Form => Object.create(null) as Form

/** `items[0][price]` → items, 0, price; `expand[]` → expand, ''. */
const pathOf = (key: string): readonly string[] => {
  const [head = ''] = key.split('[', 1)
  return [head, ...[...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)]
}

const put = (into: Form, [head = '', ...rest]: readonly string[], value: string): void => {
  const key = head === '' ? String(Object.keys(into).length) : head
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const below = into[key]
  const next: Form = isRecord(below) ? below : emptyForm()
  into[key] = next
  put(next, rest, value)
}

/** Turns objects whose keys count from 0 into lists. */
const listed = (value: FormValue): FormValue => {
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, listed(item)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

/** Reads parameters as the provider's libraries write them: form-encoded, with brackets for what is nested. */
export const parseForm = (text: string): Form => {
  const form = emptyForm()
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), value)
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, listed(value)]))
}

const wrong = (kind: string, name: string, value: FormValue) =>
  refuse(400, { message: `Invalid ${kind}: ${typeof value === 'string' ? value : 'a list'}`, param: name })

/** Reads a text; undefined when it is not given. An empty one takes a value away, and is as good as null. */
export const textAt = (form: Form, name: string): string | undefined => {
  const value = form[name]
  if (value !== undefined && typeof value !== 'string') throw wrong('string', name, value)
  return value
}

/** Reads a text that has to be given. */
export const requiredAt = (form: Form, name: string): string => {
  const value = textAt(form, name)
  if (value === undefined || value === '') throw parameterMissing(name)
  return value
}

/** Reads a whole number. */
export const numberAt = (form: Form, name: string): number | undefined => {
  const value = textAt(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) throw wrong('integer', name, value)
  return Number(value)
}

/** Reads true or false. */
export const flagAt = (form: Form, name: string): boolean | undefined => {
  const value = textAt(form, name)
  if (value !== undefined && value !== 'true' && value !== 'false') throw wrong('boolean', name, value)
  return value === undefined ? undefined : value === 'true'
}

/** Reads an object. */
export const objectAt = (form: Form, name: string): Form | undefined => {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (!isRecord(value)) throw wrong('object', name, value)
  return value
}

/** Reads a list. */
const listAt = (form: Form, name: string): readonly FormValue[] | undefined => {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (!Array.isArray(value)) throw wrong('array', name, value)
  return value
}

/** Reads a list of texts. */
export const textsAt = (form: Form, name: string): readonly string[] | undefined =>
  listAt(form, name)?.filter((item) => typeof item === 'string')

/** Reads a list of objects. */
export const objectsAt = (form: Form, name: string): readonly Form[] | undefined =>
  listAt(form, name)?.filter((item) => isRecord(item))

/** Lays metadata over what was there; an empty value takes a key away. */
export const mergeMetadata = (before: Readonly<Record<string, string>>, form: Form): Record<string, string> => {
  const given = Object.entries(objectAt(form, 'metadata') ?? {}).map(
    ([key, value]) => [key, typeof value === 'string' ? value : ''] as const,
  )
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([, value]) => value !== ''),
  )
}
