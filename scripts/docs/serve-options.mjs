import { serve, serveVariables } from '../../apps/cli/src/commands/serve.ts'
import { specOf } from '../../apps/cli/src/options.ts'
import { tableOf } from './tables.mjs'

const SERVE = /(<!-- serve: made by `npm run docs` -->\n)[^]*(<!-- \/serve -->)/

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

/** Returns the page about `netbox serve` with the options and variables of the command. */
export const withServe = (page) =>
  page.replace(
    SERVE,
    (_, start, end) =>
      `${start}\n${tableOf(['option', 'meaning'], serve.options.map(optionRow))}

A wrapped command has these environment variables:

${tableOf(
  ['variable', 'meaning'],
  serveVariables.map(([names, meaning]) => [codes(names), meaning]),
)}\n\n${end}`,
  )
