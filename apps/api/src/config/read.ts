import type { Environment } from '../config.ts'
import { isNetwork } from '../client-address.ts'

/** Thrown for a setting that can't be used. The message is one line that begins with the variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}.`)
  }
}

/** Reads a text; blank is as good as absent. */
export const text = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

/** Reads a text that goes into headers or commands, and so must be one line. */
export const line = (env: Environment, name: string): string | undefined => {
  const value = text(env, name)
  if (value !== undefined && /\p{Cc}/u.test(value)) throw new ConfigError(name, 'must be one line')
  return value
}

/** Reads a list that is separated by commas. */
export const list = (env: Environment, name: string): readonly string[] =>
  (line(env, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Reads one of some words. */
export const oneOf = <const Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
): Word | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  const found = words.find((word) => word === value)
  if (found === undefined) throw new ConfigError(name, `must be one of ${words.join(', ')}`)
  return found
}

/** Reads a switch: 1 or true, 0 or false; default off. */
export const flag = (env: Environment, name: string): boolean => {
  const word = oneOf(env, name, ['1', 'true', '0', 'false'])
  return word === '1' || word === 'true'
}

/** Reads a whole number within bounds. */
export const wholeNumber = (
  env: Environment,
  name: string,
  { from, to }: { from: number; to: number },
): number | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= from && number <= to)) throw new ConfigError(name, `must be a whole number from ${from} to ${to}`)
  return number
}

/** Reads a URL of one of some schemes. The value is not repeated in the error: it may hold a password. */
export const url = (env: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const value = line(env, name)
  if (value === undefined) return undefined
  const schemes = protocols.map((protocol) => `${protocol}//`).join(' or ')
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(name, `must be a URL that begins with ${schemes}`)
  return value
}

/** Reads a list of origins: scheme, host and port, and nothing behind them. */
export const origins = (env: Environment, name: string): readonly string[] => {
  const values = list(env, name)
  if (values.some((value) => !URL.canParse(value) || new URL(value).origin !== value))
    throw new ConfigError(name, 'must be a list of origins such as https://app.example, separated by commas')
  return values
}

/** Reads a list of addresses and networks. */
export const networks = (env: Environment, name: string): readonly string[] => {
  const values = list(env, name)
  if (!values.every((value) => isNetwork(value)))
    throw new ConfigError(name, 'must be a list of addresses and networks such as 10.0.0.0/8, separated by commas')
  return values
}

/** Reads a secret that must have a length. */
export const secret = (env: Environment, name: string, length: number): string | undefined => {
  const value = line(env, name)
  if (value !== undefined && value.length < length) throw new ConfigError(name, `needs at least ${length} characters`)
  return value
}

/** Reads an instant, in epoch milliseconds. */
export const instant = (env: Environment, name: string): number | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new ConfigError(name, 'must be a time such as 2026-01-01T00:00:00Z')
  return at
}
