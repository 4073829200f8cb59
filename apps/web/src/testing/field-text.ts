/** Returns the text of a field as a primitive: input typed by a test is a `String` object there, which equals no other value. */
export const fieldText = ({ value }: HTMLInputElement | HTMLTextAreaElement): string => {
  const typed: unknown = value
  return String(typed)
}
