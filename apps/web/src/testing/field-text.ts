/**
 * Returns the text of a field as a primitive. If a test has typed it, the field's value is a `String` object, which equals no other value.
 */
export const fieldText = ({ value }: HTMLInputElement | HTMLTextAreaElement): string => {
  const typed: unknown = value
  return String(typed)
}
