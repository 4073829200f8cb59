/** Tells whether an error is the system's, of one of these kinds: `ENOENT`. */
export const isSystemError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
