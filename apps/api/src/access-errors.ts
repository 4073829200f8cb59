/** An error of the file system, as Node.js throws it. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Returns whether a file or folder is missing. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const user = (): string => `the user with the id ${process.getuid?.() ?? 'of this process'}`

const EXPLANATIONS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `${path} is closed to ${user()}: give it to that user with chown -R`,
  EPERM: (path) => `${path} belongs to another user than ${user()}: give it to that user with chown -R`,
  EROFS: (path) =>
    `${path} is read-only for this command. Under systemd, ReadWritePaths= of the unit lists the other folders that it may write`,
  ENOSPC: (path) => `The disk of ${path} is full`,
  EDQUOT: (path) => `The disk quota of ${path} is used up`,
  EIO: (path) => `The disk of ${path} failed`,
}

/** Returns whether the machine refused access to a file, which says nothing about its content. */
export const isAccessError = (error: unknown): boolean => Object.hasOwn(EXPLANATIONS, codeOf(error))

/** Returns the error with its cause and a remedy, if the machine refused access to a file. */
export const explainAccess = (error: unknown, folder: string): unknown => {
  if (!isAccessError(error)) return error
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : folder
  return new Error(`${EXPLANATIONS[codeOf(error)]?.(path)} (${codeOf(error)}).`, { cause: error })
}
