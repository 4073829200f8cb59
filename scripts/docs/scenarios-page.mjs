import { tableOf } from './tables.mjs'

const GROUPS = {
  mail: 'mail servers and mail policies',
  names: 'names, zones and aliases',
  line: 'addresses and lost packets',
  web: 'web servers and ports',
  certificates: 'certificates and TLS',
  acme: 'certificate authorities',
}

/** Returns the page of the scenarios, with their lessons and the findings that each scenario must produce. */
export const scenariosPage = (scenarios, lessons, tools) =>
  `<!-- Made by \`npm run docs\` from the catalogue. Edits here are lost. -->

# Scenarios

A scenario overrides facts of the simulated internet, for tools and programs alike. All other facts are as in \`healthy\`, so its fault is the only one
([random or healthy](getting-started.md#seed-scenario-time-and-world)). It produces the findings below with every seed. With [netbox on your
PATH](getting-started.md#put-it-on-your-path):

\`\`\`sh
netbox mx-record mail.example --scenario mx-down --no-delay
\`\`\`

Faults [combine and can hold for one domain](library.md#several-faults-and-faults-of-one-domain): \`mx-down+spf-permerror\`, \`mx-down:shop.example\`. They can
begin and end: \`mx-down@10:00..10:30\` is a [timeline](library.md#faults-that-begin-and-end).

${tableOf(
  ['faults of', 'scenarios'],
  Object.entries(GROUPS).map(([group, words]) => [
    words,
    scenarios
      .filter((one) => one.group === group)
      .map(({ name }) => `[\`${name}\`](#${name})`)
      .join(' '),
  ]),
)}

${scenarios
  .filter(({ name }) => name !== 'random')
  .map(({ name, group, title, findings }) => {
    const rows = tools.flatMap(({ id }) =>
      Object.entries(findings[id] ?? {}).map(([code, severity]) => [`\`${id}\``, severity, `\`${code}\``]),
    )
    return `## ${name}\n\n**${title}.** ${lessons[name]}\n\n${rows.length > 0 ? tableOf(['tool', 'severity', 'finding'], rows) : group === 'acme' ? 'Only ACME clients meet it.' : 'No tool finds anything critical.'}\n`
  })
  .join('\n')}`
