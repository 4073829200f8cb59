import { type RunAddress, runPath } from '../../lib/share-link.ts'
import { shellWord } from '../../lib/shell-command.ts'

/** Writes a run as a call of the library. */
export const asLibraryCall = ({ tool, input, seed, scenario, at, world }: RunAddress): string =>
  [
    `import { createToolbox } from '@netbox/core'`,
    `const box = createToolbox(${JSON.stringify({ seed, scenario, at, world })})`,
    `const run = await box.run(${JSON.stringify(tool)}, ${JSON.stringify(input)})`,
  ].join('\n')

/** Writes a run as a request to a site's HTTP API. */
export const asCurl = ({ tool, input, seed, scenario, at, world }: RunAddress, origin: string): string =>
  [
    `curl ${shellWord(`${origin}/api/tools/${tool}/run`)}`,
    `-H "Authorization: Bearer $NETBOX_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellWord(JSON.stringify({ input, seed, scenario, at, world }))}`,
  ].join(' \\\n  ')

/** Writes the link to a run. */
export const asLink = (run: RunAddress, origin: string): string => `${origin}${runPath(run)}`
