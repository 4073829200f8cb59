/** Thrown for a setting that can't be used. The message is one line that begins with the variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}.`)
  }
}
