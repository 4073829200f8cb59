import type { Mutation } from './mutation.ts'
import type { Tested } from './try-tests.ts'

/** A mutation and the test that noticed it. */
export interface Killed {
  readonly mutation: Mutation
  readonly by: Pick<Tested, 'file' | 'fullName'>
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')

const aligned = (head: readonly string[], body: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...body].map(line).join('\n')
}

/** Writes the page from mutations and the tests that killed them. */
export const pageOf = (killed: readonly Killed[]): string => {
  const rows = killed.map(({ mutation, by: { file, fullName } }) => [
    cell(mutation.name),
    cell(mutation.promise),
    cell(`\`${file}\`: ${fullName}`),
  ])
  return `# Mutations

What the service promises is worth as much as the tests that would notice when it breaks. \`npm run mutations\` breaks it in the
${killed.length} ways below, one at a time in a copy of the project, runs the tests that have to notice and fails when they don't. A file that
can't be loaded any more does not count: only a test that fails does. \`--only <word>\` tries some of them, \`--write\` renews this page.

${aligned(['Broken so', 'Promise', 'Noticed by'], rows)}
`
}
