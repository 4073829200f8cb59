/** Returns whether a value is for people: at least three words that start with a capital letter, as sentences and names do. */
export const isProse = (text: string): boolean => /^[A-Z][^\s:=]* \S+ \S/.test(text)
