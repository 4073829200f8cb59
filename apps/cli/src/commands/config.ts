import { plainText } from '@netbox/core'
import type { Command, Context } from './context.ts'
import { type ConfigName, configKeyOf, configNames, configPath, readConfigFile } from '../state/config-file.ts'
import type { Environment } from '../environment.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { notAmong, unexpectedArgument, wordMissing } from '../texts/messages.ts'
import { jsonText } from '../output/json.ts'
import { parseApiUrl } from '../state/api-url.ts'
import { badAddress } from '../texts/account-messages.ts'
import { writePrivate } from '../state/private-file.ts'

/** The verbs of `netbox config`. */
const configVerbs = ['get', 'set', 'unset', 'list', 'path'] as const

/** The effective value and its source. */
interface Setting {
  readonly value: string
  readonly from: 'environment' | 'file' | 'default'
}

const fromVariables = (name: ConfigName, { apiUrl, variables }: Environment): string | undefined => {
  if (name === 'apiUrl') return apiUrl
  return variables[name]
}

const settingOf = (name: ConfigName, environment: Environment, file: Readonly<Record<string, string>>): Setting => {
  const variable = fromVariables(name, environment)
  if (variable !== undefined) return { value: variable, from: 'environment' }
  const value = file[name]
  return value === undefined ? { value: configKeyOf(name).otherwise, from: 'default' } : { value, from: 'file' }
}

const keyNamed = (word: string | undefined, verb: string): ConfigName => {
  if (word === undefined) throw wordMissing(`config ${verb}`, 'a key')
  const name = configNames.find((known) => known === word)
  if (name === undefined) throw notAmong('key', word, configNames)
  return name
}

const checked = (name: ConfigName, value: string): string => {
  const { choices } = configKeyOf(name)
  if (choices?.includes(value) === false) throw notAmong(`value of ${name}`, value, choices)
  if (name !== 'apiUrl') return value
  const apiUrl = parseApiUrl(value)
  if (apiUrl === undefined) throw badAddress(name, value)
  return apiUrl
}

const write = (folder: string, entries: Readonly<Record<string, string>>): void =>
  writePrivate(configPath(folder), jsonText(entries))

const list = ({ environment, options, out }: Context, file: Readonly<Record<string, string>>): void => {
  const rows = configNames.map((name) => ({ key: name, ...settingOf(name, environment, file) }))
  if (options.json !== undefined) out(jsonText(rows))
  else out(rows.map(({ key, value, from }) => `${key.padEnd(12)}${plainText(value)}  (${from})\n`).join(''))
}

const withoutMore = (verb: string, words: readonly string[], count: number): void => {
  const more = words[count]
  if (more !== undefined)
    throw unexpectedArgument(more, `netbox config ${verb}${' KEY'.repeat(Math.min(1, count - 1))}`)
}

const run = (context: Context): ExitCode => {
  const { words, environment, out } = context
  const { configFolder } = environment
  const [word, key, value] = words
  // commander accepts only these verbs
  const verb = word as (typeof configVerbs)[number]
  withoutMore(verb, words, { path: 1, list: 1, get: 2, unset: 2, set: 3 }[verb])
  if (verb === 'path') {
    out(`${configPath(configFolder)}\n`)
    return exitCodes.ran
  }
  const file = readConfigFile(configFolder)
  if (verb === 'list') {
    list(context, file)
    return exitCodes.ran
  }
  const name = keyNamed(key, verb)
  if (verb === 'get') out(`${plainText(settingOf(name, environment, file).value)}\n`)
  if (verb === 'unset')
    write(configFolder, Object.fromEntries(Object.entries(file).filter(([known]) => known !== name)))
  if (verb === 'set') {
    if (value === undefined) throw wordMissing('config set', 'a value')
    write(configFolder, { ...file, [name]: checked(name, value) })
  }
  return exitCodes.ran
}

/** `netbox config` reads and changes the configuration. */
export const config: Command = {
  name: 'config',
  group: 'Other',
  arguments: '<verb> [key] [value]',
  takes: configVerbs,
  strict: true,
  summary: 'read and change the configuration',
  options: ['json'],
  details:
    `Verbs: ${configVerbs.join(', ')}. Keys: ${configNames.join(', ')}. Environment variables take precedence over the file, and the file over the ` +
    "defaults. 'netbox config list' shows each value and its source.",
  run,
}
