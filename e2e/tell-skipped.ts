const RULE = '!'.repeat(80)

/** Says loudly what a run leaves out because a program is missing; a variable of the environment that is 1 makes that a failure. */
export const tellSkipped = (message: string, variable?: string): void => {
  if (variable !== undefined && process.env[variable] === '1') throw new Error(message)
  console.warn(`\n${RULE}\n${message}\n${RULE}\n`)
}
