import type { ScenarioText } from '@netbox/core'
import type { Options } from '../options.ts'

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Writes words as a command line for a shell. */
export const commandLine = (words: readonly string[]): string => words.map(quoted).join(' ')

/** Returns the options of a world as words of a command line. */
const worldWords = (options: Options): string[] => [
  ...(options.domains === undefined ? [] : ['--domains', options.domains.join(',')]),
  ...(options.startAt === undefined ? [] : ['--start-at', options.startAt]),
  ...(options.world === undefined ? [] : ['--world', options.world]),
  ...(options.known === false ? ['--no-known'] : []),
  ...(options.strict === undefined ? [] : ['--strict']),
  ...(options.map ?? []).flatMap((map) => ['--map', map]),
  ...(options.loopback === undefined ? [] : ['--loopback']),
]

/** Returns a function that writes the command line which shows a fault again, by `serve` or `shrink`. */
export const createAgain =
  (options: Options, seed: string, command: readonly string[]) =>
  (name: 'serve' | 'shrink', scenario: ScenarioText): string =>
    commandLine([
      'netbox',
      name,
      '--seed',
      seed,
      '--scenario',
      scenario,
      ...worldWords(options),
      ...(name === 'serve' || options.timeout === undefined ? [] : ['--timeout', options.timeout]),
      '--',
      ...command,
    ])
