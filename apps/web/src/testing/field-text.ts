/** Returns the text of a field as a text: input typed by a test is a `String` there, which equals none. */
export const fieldText = ({ value }: HTMLInputElement | HTMLTextAreaElement): string => {
  const typed: unknown = value
  return String(typed)
}
