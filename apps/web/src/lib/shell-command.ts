const SAFE = /^[\w@%+=:,./-]+$/

/** Quotes a word for a POSIX shell, which takes everything in single quotes literally. */
export const shellWord = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// A value that looks like an option must be joined to the option's name with '='.
const option = (name: string, value: string | undefined): string[] =>
  value === undefined || value === ''
    ? []
    : [value.startsWith('-') ? shellWord(`--${name}=${value}`) : `--${name} ${shellWord(value)}`]

/** The arguments of a run in the terminal. */
export interface CommandOrder {
  readonly tool: string
  readonly input?: string | undefined
  readonly seed?: string | undefined
  readonly scenario?: string | undefined
  readonly at?: string | undefined
  /** The user's own facts, which the command reads from a file. */
  readonly world?: object | undefined
}

/** The file from which a command reads the facts of a run. */
export const WORLD_FILE = 'world.json'

/** Writes a run as a command for the terminal. */
export const shellCommand = ({ tool, input = '', seed, scenario, at, world }: CommandOrder): string => {
  const words = input === '' ? [] : [shellWord(input)]
  // An input that starts with '-' follows '--', so that it is neither an option nor, as a single '-', standard input.
  const isPlain = !input.startsWith('-')
  return [
    'netbox',
    tool,
    ...(isPlain ? words : []),
    ...option('seed', seed),
    ...option('scenario', scenario === 'random' ? undefined : scenario),
    ...option('at', at),
    ...option('world', world === undefined ? undefined : WORLD_FILE),
    ...(isPlain ? [] : ['--', ...words]),
  ].join(' ')
}
