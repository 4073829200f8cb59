import { type RunAddress, runPath } from '../../lib/share-link.ts'

const SAFE = /^[\w@%+=:,./-]+$/

/** Quotes a word for a POSIX shell: nothing in single quotes means anything but itself. */
export const shellWord = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// A value that looks like an option has to be tied to its name.
const option = (name: string, value: string): string =>
  value.startsWith('-') ? shellWord(`--${name}=${value}`) : `--${name} ${shellWord(value)}`

/** Writes the run as a command for the terminal. */
export const asCommand = ({ tool, input, seed, scenario, at }: RunAddress): string => {
  const options = [
    option('seed', seed),
    ...(scenario === 'none' ? [] : [option('scenario', scenario)]),
    option('at', at),
  ]
  // After '--' an input is a word whatever it begins with; '-' alone would be standard input.
  const isPlain = !input.startsWith('-')
  return [
    'npx netbox',
    tool,
    ...(isPlain ? [shellWord(input)] : []),
    ...options,
    ...(isPlain ? [] : ['--', shellWord(input)]),
  ].join(' ')
}

/** Writes the run as a call of the library. */
export const asLibraryCall = ({ tool, input, seed, scenario, at }: RunAddress): string =>
  [
    `import { createToolbox } from '@netbox/core'`,
    `const box = createToolbox(${JSON.stringify({ seed, scenario, at })})`,
    `const run = await box.run(${JSON.stringify(tool)}, ${JSON.stringify(input)})`,
  ].join('\n')

/** Writes the run as a request to the HTTP API of a site. */
export const asCurl = ({ tool, input, seed, scenario, at }: RunAddress, origin: string): string =>
  [
    `curl ${shellWord(`${origin}/api/tools/${tool}/run`)}`,
    `-H "Authorization: Bearer $NETBOX_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellWord(JSON.stringify({ input, seed, scenario, at }))}`,
  ].join(' \\\n  ')

/** Writes the link to a run. */
export const asLink = (run: RunAddress, origin: string): string => `${origin}${runPath(run)}`
