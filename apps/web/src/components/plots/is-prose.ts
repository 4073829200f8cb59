/** Returns whether a value is prose: at least three words, the first of which starts with a capital letter. */
export const isProse = (text: string): boolean => /^[A-Z][^\s:=]* \S+ \S/.test(text)
