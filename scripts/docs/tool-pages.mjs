import { createToolbox, formatText, namesOf, showLimit } from '../../packages/core/dist/index.js'
import { SCORES } from '../../packages/core/src/tools/email/email-deliverability.facts.ts'
import { tableOf } from './tables.mjs'

// The fixed seed and time of every example, so that readers get the same text.
const SEED = 'k3f9'
const AT = '2026-11-20T08:14:02Z'

const GENERATED = '<!-- Made by `npm run reference` from the catalogue. Edits here are lost. -->\n'

const limitsOf = ({ limits }) =>
  `${showLimit(limits.free)} / ${showLimit(limits.pro)} / ${showLimit(limits.enterprise)}`

/** Lists the fields of a result schema: dotted path, type and description. */
const fieldsOf = (schema, path = '') => {
  if (schema.type === 'array') return fieldsOf(schema.items, `${path}[]`)
  if (schema.type === 'object') {
    return Object.entries(schema.properties).flatMap(([key, property]) =>
      fieldsOf(property, path === '' ? key : `${path}.${key}`),
    )
  }
  const type =
    schema.enum === undefined
      ? [schema.type].flat().join(' or ')
      : schema.enum.map((value) => `\`${value}\``).join(', ')
  return [[`\`${path}\``, type, schema.description ?? '']]
}

const linkTo = (id) => `[${id}](${id}.md)`

/** Returns the table of all tools. */
export const indexPage = (tools) =>
  `${GENERATED}
# Tools

All ${tools.length} tools are simulated. Daily limits are free / pro / enterprise.
The faults that you can simulate: [scenarios](../scenarios.md).

${tableOf(
  ['tool', 'question', 'input', 'daily limits', 'also called'],
  tools.map((tool) => [
    linkTo(tool.id),
    tool.description,
    tool.input.type,
    limitsOf(tool),
    namesOf(tool)
      .filter((name) => name !== tool.id)
      .map((name) => `\`${name}\``)
      .join(' '),
  ]),
)}
`

const PARTS = {
  listings: 'Block lists',
  exchanges: 'Mail servers',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC policy',
  reverse: 'Reverse name',
}

const scoreRows = Object.entries(SCORES).map(([part, states]) => [
  PARTS[part],
  Object.entries(states)
    .map(([state, points]) => `${state} ${points}`)
    .join(' · '),
])

/** Additional text for one tool's page. */
const NOTES = {
  'email-deliverability': `
## Score

The score is the sum of the points of six parts, at most 100. 90 or more is good, 76 to 89 fair, 75 or less low. A listed sender or a first
mail server that does not answer is enough for a low score. Repairing a fault never lowers the score.

${tableOf(['part', 'points by state'], scoreRows)}
`,
}

/** Returns the input of a page's run: the placeholder or, for mail headers, the header of a message that the domain's mail server sent. */
const inputOf = async (tool, box) => {
  if (tool.id !== 'header-analyzer') return tool.placeholder
  const { exchange } = (await box.run('mx-record', 'mail.example')).result.records[0]
  const { address } = (await box.run('a-record', exchange)).result.records[0]
  return [
    'Return-Path: <ana@mail.example>',
    `Received: from ${exchange} (${exchange} [${address}])`,
    ' by mx1.inbox.example (Postfix) with ESMTPS id 4Xy; Fri, 20 Nov 2026 08:00:07 +0000',
    `Received: from laptop ([192.0.2.77]) by ${exchange} with ESMTPSA; Fri, 20 Nov 2026 08:00:02 +0000`,
    'Authentication-Results: mx1.inbox.example; spf=pass smtp.mailfrom=mail.example; dmarc=pass',
    'Date: Fri, 20 Nov 2026 08:00:00 +0000',
    tool.placeholder,
  ].join('\n')
}

/** Returns the page of one tool, with the output of a run. */
export const toolPage = async (tool) => {
  const box = createToolbox({ seed: SEED, at: AT, plan: 'enterprise' })
  const input = await inputOf(tool, box)
  const run = await box.run(tool.id, input)
  const typed = tool.input.multiline ? '--file ~/headers.txt' : / /.test(input) ? `'${input}'` : input
  // If the input has several lines, the example saves it to a file first.
  const file = tool.input.multiline ? `cat > ~/headers.txt <<'END'\n${input}\nEND\n` : ''
  return `${GENERATED}
# ${tool.name}

${tool.description} *${tool.question}*

- **Input**: ${tool.input.type}, for example \`${tool.placeholder.split('\n')[0]}\`
- **Names**: ${namesOf(tool)
    .map((name) => `\`${name}\``)
    .join(', ')}
- **Plan**: ${tool.free ? 'every plan' : 'Pro and Enterprise'}; runs per day: ${limitsOf(tool)} (free / pro / enterprise)
- **Features**: ${tool.features.join('; ')}

## Example

With [netbox on your PATH](../getting-started.md#put-it-on-your-path):

${tool.free ? '' : '<!-- not run: needs the Pro plan -->\n'}\`\`\`sh
${file}netbox ${tool.id} ${typed} --seed ${SEED} --at ${AT}
\`\`\`

\`\`\`text
${formatText(run).trimEnd()}
\`\`\`

${NOTES[tool.id]?.trimStart() ?? ''}${NOTES[tool.id] === undefined ? '' : '\n'}## Result

${tableOf(['field', 'type', 'unit, meaning'], fieldsOf(tool.resultSchema))}

The result of this run as JSON:

\`\`\`json
${JSON.stringify(run.result, null, 2)}
\`\`\`
`
}
