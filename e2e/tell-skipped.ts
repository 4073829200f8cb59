const RULE = '!'.repeat(80)

/** Warns that tests are skipped because something is missing. If the given environment variable is 1, throws instead. */
export const tellSkipped = (message: string, variable?: string): void => {
  if (variable !== undefined && process.env[variable] === '1') throw new Error(message)
  console.warn(`\n${RULE}\n${message}\n${RULE}\n`)
}
