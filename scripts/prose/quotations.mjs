// Texts that the specification, an RFC or another program quotes, to the letter: the check of our English passes over them.
export const quotations = []
