import { notOneOf, optionOutOfPlace, unknownOption, valueMissing, valueUnwanted } from './messages.ts'
import { type Given, type OptionName, optionNames, specOf } from './options.ts'

/** A command line as read: words in their order, and what options were given. */
export interface CommandLine {
  readonly words: readonly string[]
  readonly given: Given
}

const optionFor = (written: string): OptionName => {
  const name = written.startsWith('--')
    ? optionNames.find((known) => `--${known}` === written)
    : optionNames.find((known) => specOf(known).short === written.slice(1))
  if (name === undefined)
    throw unknownOption(
      written,
      optionNames.map((known) => `--${known}`),
    )
  return name
}

const isValue = (text: string | undefined): text is string =>
  text !== undefined && (text === '-' || !text.startsWith('-'))

/**
 * Reads a command line: `--name value`, `--name=value`, `-x value`, and words in any order; after `--` everything is a
 * word. A lone `-` is a word. Throws a `CommandError` for an option that there is not, or that lacks its value.
 */
export const parse = (args: readonly string[]): CommandLine => {
  const words: string[] = []
  const given: { [Name in OptionName]?: string } = {}
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--') {
      words.push(...args.slice(index + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg)
      continue
    }
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1
    const name = optionFor(equals < 0 ? arg : arg.slice(0, equals))
    const { value: wanted, choices } = specOf(name)
    if (wanted === undefined) {
      if (equals >= 0) throw valueUnwanted(name)
      given[name] = ''
      continue
    }
    const value = equals < 0 ? args[++index] : arg.slice(equals + 1)
    if (equals < 0 && !isValue(value)) throw valueMissing(name, wanted)
    given[name] = value ?? ''
    // A scenario's name is core's to judge, in its words.
    if (choices !== undefined && name !== 'scenario' && !choices().includes(value ?? ''))
      throw notOneOf(name, value ?? '', choices())
  }
  return { words, given }
}

/** Throws a `CommandError` when an option was given that a command does not have. */
export const checkOptions = (command: string, given: Given, allowed: readonly OptionName[]): void => {
  const stray = optionNames.find((name) => given[name] !== undefined && !allowed.includes(name))
  if (stray !== undefined) throw optionOutOfPlace(stray, command)
}
