import { createToolbox, findTool, scenarios } from '../../packages/core/dist/index.js'
import { findingCatalogue } from '../../packages/core/dist/findings/index.js'
import { runPath, shellWord } from '../../apps/web/src/lib/runs/run-links.ts'
import { tableOf } from './tables.mjs'

const GENERATED = '<!-- Made by `npm run reference` from the catalogue of findings. Edits here are lost. -->\n'

const AT = '2026-11-20T08:14:02Z'

// The worlds in which a finding is looked for: each scenario, then random worlds of other seeds.
const worlds = [
  ...scenarios.map(({ name }) => ({ seed: 'k3f9', scenario: name })),
  ...Array.from({ length: 60 }, (_, index) => ({ seed: `w${index}`, scenario: 'random' })),
]

const DOMAINS = ['shop.example', 'blog.example', 'bank.example', 'school.example', 'news.example', 'nobody.example']

/** Returns inputs for a tool: its placeholder, and some domains if it asks for one. */
const inputsOf = ({ placeholder, input }) => [placeholder, ...(input.type === 'Domain Name' ? DOMAINS : [])]

const byTool = () => Object.entries(Object.groupBy(findingCatalogue, ({ tool }) => tool))

const linkTo = (code) => `[\`${code}\`](${code}.md)`

/** Returns the first run of a tool that shows each of its findings: by code, the finding and the run. */
const examplesOf = async (tool, entries) => {
  const examples = new Map()
  for (const world of worlds) {
    const box = createToolbox({ ...world, at: AT, plan: 'enterprise' })
    for (const input of inputsOf(tool)) {
      const missing = entries.filter(
        ({ code, scenarios: own }) => !examples.has(code) && (own.length === 0 || own.includes(world.scenario)),
      )
      if (missing.length === 0) continue
      const run = await box.run(tool.id, input)
      for (const finding of run.findings)
        if (missing.some(({ code }) => code === finding.code)) examples.set(finding.code, { finding, run })
    }
  }
  return examples
}

/** Returns an example of each finding that a tool shows without a world file, by code. */
export const findExamples = async () => {
  const found = await Promise.all(
    byTool().flatMap(([id, entries]) => (id === 'preflight' ? [] : [examplesOf(findTool(id), entries)])),
  )
  return new Map(found.flatMap((examples) => [...examples]))
}

/** Returns the part of a page about the run that shows the finding. */
const exampleOf = ({ finding: { detail, advice }, run }) => {
  const world = `--seed ${run.seed} --scenario ${run.scenario}`
  return `
## An example

${detail}

${advice === undefined ? '' : `**What to do**: ${advice}\n\n`}See it [in the browser](${runPath(run)}), in a terminal, or with your own program in the same world:

<!-- not run: the build has run the tool, and the command is yours -->
\`\`\`sh
netbox ${run.tool} ${shellWord(run.input)} ${world} --at ${AT}
netbox serve ${world} --start-at ${AT} -- YOUR-COMMAND
\`\`\`
`
}

/** Returns the page about a code of findings. */
export const findingPage = ({ code, title, severities, rfc, tool: id, scenarios: own }, example) => {
  const tool = findTool(id)
  const source =
    tool === undefined ? '[`netbox preflight`](../zones.md#preflight)' : `[${tool.name}](../tools/${id}.md)`
  const facts = [
    `**Severity**: ${severities.join(', ')}`,
    ...(rfc === undefined ? [] : [`**Standard**: ${rfc}`]),
    ...(own.length === 0
      ? []
      : [
          `**Scenarios** that always show it: ${own.map((name) => `[\`${name}\`](../scenarios.md#${name})`).join(', ')}`,
        ]),
  ]
  return `${GENERATED}
# ${code}: ${title}

A finding of ${source}.

${facts.map((fact) => `- ${fact}\n`).join('')}${example === undefined || tool.input.multiline ? '' : exampleOf(example)}
[Other findings of ${tool?.name ?? id}](README.md#${id})
`
}

/** Returns the page that lists all codes. */
export const findingsPage = () => `${GENERATED}
# Findings

Every finding of every tool, and of \`netbox preflight\`, has a code, which stays the same. \`netbox info mx-silent\` prints what a code means.

${byTool()
  .map(
    ([id, entries]) => `## ${id}

${tableOf(
  ['code', 'severity', 'finding'],
  entries.map(({ code, severities, title }) => [linkTo(code), severities.join(', '), title]),
)}
`,
  )
  .join('\n')}`
