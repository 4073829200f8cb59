const RULE = '!'.repeat(80)

/** Reports tests that are skipped because a program is missing; if the given environment variable is 1, it throws instead. */
export const tellSkipped = (message: string, variable?: string): void => {
  if (variable !== undefined && process.env[variable] === '1') throw new Error(message)
  console.warn(`\n${RULE}\n${message}\n${RULE}\n`)
}
