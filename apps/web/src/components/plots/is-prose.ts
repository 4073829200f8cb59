/** Returns whether a value is meant for people: three words and more that begin with a capital, as sentences and names do. */
export const isProse = (text: string): boolean => /^[A-Z][^\s:=]* \S+ \S/.test(text)
