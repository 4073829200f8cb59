import { parse } from 'yaml'
import { tableOf } from './tables.mjs'

/**
 * Reads scripts/spec-coverage.yaml: sections of the specification, in them topics, in them rules with their tests.
 *
 * @param {string} text
 * @returns {{ section: string, topic: string, rule: string, file: string, title: string }[]}
 */
export const readRules = (text) =>
  Object.entries(parse(text)).flatMap(([section, topics]) =>
    Object.entries(topics).flatMap(([topic, rules]) =>
      rules.map(({ rule, test }) => {
        const [file = '', title = ''] = test.split(' › ')
        return { section, topic, rule, file, title }
      }),
    ),
  )

/** Returns the page with a table for each section. */
export const rulesPage = (rules) => {
  const sections = [...new Set(rules.map(({ section }) => section))].map((section) => {
    const rows = rules
      .filter((one) => one.section === section)
      .map(({ topic, rule, file, title }) => [topic, rule, `\`${file} › ${title}\``])
    return `## ${section}\n\n${tableOf(['topic', 'rule', 'test'], rows)}\n`
  })
  return `<!-- Made by \`npm run build\` from scripts/spec-coverage.yaml. Edits here are lost. -->\n
# Rules of the specification\n
Each rule, in our own words, with the test that checks it. [How this list is checked](../spec-coverage.md).\n
${sections.join('\n')}`
}
