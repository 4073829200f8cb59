import { serve, serveVariables } from '../../apps/cli/src/commands/serve.ts'
import { specOf } from '../../apps/cli/src/options.ts'
import { tableOf } from './tables.mjs'

const codes = (list) =>
  list
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ')

const optionRow = (name) => {
  const { short, value, description } = specOf(name)
  const names = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
  return [`\`${names}\``, description]
}

/** Returns the page with the options of `netbox serve` and the variables of a wrapped command. */
export const serveOptionsPage = () => `<!-- Made by \`npm run reference\` from the command. Edits here are lost. -->

# Options and variables of netbox serve

\`netbox serve --help\` lists the options too. [Serve the simulated internet](../serve.md#options) explains some of them.

${tableOf(['option', 'meaning'], serve.options.map(optionRow))}

A wrapped command has these environment variables:

${tableOf(
  ['variable', 'meaning'],
  serveVariables.map(([names, meaning]) => [codes(names), meaning]),
)}
`
