/** Returns whether an error of the system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Returns the message of an error's first cause, such as the failed connection of a request. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // An error for several addresses has no message of its own.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  const reason = inner instanceof Error ? reasonOf(inner) : ''
  return reason === '' ? error.message : reason
}
