import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, plans } from '@netbox/core'
import { badConfig, unreadable } from '../texts/messages.ts'
import { parseJson } from './json.ts'
import { isSystemError } from './files.ts'

/** One key of the configuration as data. `netbox config`, its completion and the manual are derived from it. */
export interface ConfigKey {
  readonly description: string
  /** The default value. */
  readonly otherwise: string
  /** The possible values, if only certain values are valid. */
  readonly choices?: readonly string[]
  /** The environment variables that override the key. */
  readonly variables: string
}

/** All keys of the configuration. */
export const configKeys = {
  apiUrl: {
    description: 'the URL of the service',
    otherwise: 'http://localhost:5000',
    variables: 'NETBOX_API_URL',
  },
  color: {
    description: 'when to print in color',
    otherwise: 'auto',
    choices: ['auto', 'always', 'never'],
    variables: 'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR',
  },
  plan: {
    description: 'the plan whose daily limits apply while you are not signed in',
    otherwise: 'free',
    choices: plans.map(({ id }) => id),
    variables: 'NETBOX_PLAN',
  },
} as const satisfies Record<string, ConfigKey>

/** The name of a key. */
export type ConfigName = keyof typeof configKeys

/** The configured values. */
export type Config = { readonly [Name in ConfigName]?: string }

/** All names, in the order of the table. */
// Object.keys returns plain strings.
export const configNames = Object.keys(configKeys) as readonly ConfigName[]

/** Returns the entry of a key. */
export const configKeyOf = (name: ConfigName): ConfigKey => configKeys[name]

/** Returns the path of the configuration. */
export const configPath = (folder: string): string => join(folder, 'config.json')

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return '{}'
    throw unreadable(path, error)
  }
}

/**
 * Reads every entry of the configuration in a folder, including unknown ones. Without a file, returns no entries. Throws a `CommandError`
 * for an unreadable file, or one that is not an object of strings.
 */
export const readConfigFile = (folder: string): Readonly<Record<string, string>> => {
  const path = configPath(folder)
  const value = parseJson(read(path))
  if (!isObject(value)) throw badConfig(path, 'it is not a JSON object')
  const strange = Object.entries(value).find(([, entry]) => typeof entry !== 'string')
  if (strange !== undefined) throw badConfig(path, `${strange[0]} must be a string`)
  // The cast is safe: all entries are strings.
  return value as Record<string, string>
}

/** Reads the keys of the configuration. Throws a `CommandError` when `readConfigFile` does, and for an invalid value. */
export const readConfig = (folder: string): Config => {
  const entries = readConfigFile(folder)
  for (const name of configNames) {
    const { choices } = configKeyOf(name)
    const value = entries[name]
    if (value !== undefined && choices?.includes(value) === false)
      throw badConfig(configPath(folder), `${name} must be one of ${choices.join(', ')}`)
  }
  return entries
}
