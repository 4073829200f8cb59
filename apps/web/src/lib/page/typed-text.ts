import { fieldsOf, parseJson, tabStorage } from './storage.ts'

/** A field whose text an address or a reload may fill in. */
type TextElement = HTMLInputElement | HTMLTextAreaElement

const KEY = 'netbox_typed'

/** Returns the field of a tool, the mail check or a list. */
export const typedField = (): TextElement | null => document.querySelector<TextElement>('#tool-input')

/** Returns whether the user edited the text of a field. */
export const isEdited = (field: TextElement): boolean => field.dataset['edited'] !== undefined

/** Writes the text of a field, and records whether it is the user's own. */
export const writeField = (field: TextElement, text: string, isOwn: boolean): void => {
  field.value = text
  if (isOwn) field.dataset['edited'] = ''
  else delete field.dataset['edited']
}

/** Keeps the user's text for a reload of the page. */
export const keepTyped = (): void => {
  const field = typedField()
  if (field !== null && isEdited(field)) tabStorage.set(KEY, JSON.stringify({ href: location.href, text: field.value }))
  else tabStorage.remove(KEY)
}

/** Writes the text from before a reload into the field. Later visits to the same address don't get it again. */
export const restoreTyped = (field: TextElement): void => {
  const { href, text } = fieldsOf(parseJson(tabStorage.get(KEY)))
  tabStorage.remove(KEY)
  if (href !== location.href || typeof text !== 'string' || isEdited(field)) return
  // The cast is safe: only navigations have this type of entry.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry !== undefined && entry.type !== 'navigate') writeField(field, text, true)
}
