import { fieldsOf, parseJson, storage } from '../page/storage.ts'

// Without React, because the script before the first paint and the script of the documentation use it, too.

/** The key of the visit in the storage, which all tabs share. */
export const VISIT_KEY = 'netbox_visit'

// The longest time that a visit lasts, in ms.
const LONGEST = 12 * 3_600_000

/** Returns the fields of the stored visit: none if it began more than twelve hours ago. */
export const keptVisit = (): Readonly<Record<string, unknown>> => {
  const kept = fieldsOf(parseJson(storage.get(VISIT_KEY)))
  return Date.now() - Number(kept['since']) < LONGEST ? kept : {}
}

/** Changes fields of the stored visit. Returns whether the browser stored them. */
export const keepVisit = (fields: object): boolean =>
  storage.set(VISIT_KEY, JSON.stringify({ since: Date.now(), ...keptVisit(), ...fields }))
