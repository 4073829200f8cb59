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

/** Tests that noticed mutations, by the name of the mutation, as cells of the table. */
export type Noticed = ReadonlyMap<string, string>

/** Gives the cells of what was killed now. */
export const noticedNow = (killed: readonly Killed[]): Noticed =>
  new Map(killed.map(({ mutation, by: { file, fullName } }) => [cell(mutation.name), cell(`\`${file}\`: ${fullName}`)]))

/** Reads the cells of a page that was written before. */
export const noticedIn = (page: string): Noticed =>
  new Map(
    page
      .split('\n')
      .map((line) => /^\| (.+?) +\| .+? \| (`.+?) *\|$/.exec(line))
      .flatMap((row): [string, string][] => (row?.[1] && row[2] ? [[row[1], row[2]]] : [])),
  )

/** Gives those of which nobody knows which test notices them. */
export const unnoticed = (all: readonly Mutation[], noticed: Noticed): readonly Mutation[] =>
  all.filter(({ name }) => !noticed.has(cell(name)))

/** Writes the page of all mutations, each with the test that noticed it. */
export const pageOf = (all: readonly Mutation[], noticed: Noticed): string => {
  const rows = all.map(({ name, promise }) => [cell(name), cell(promise), noticed.get(cell(name)) ?? ''])
  return `# Mutations

What the service promises is worth as much as the tests that would notice when it breaks. \`npm run mutations\` breaks it in the
${all.length} ways below, one at a time in a copy of the project, runs the tests that have to notice and fails when they don't. A file that
can't be loaded any more does not count: only a test that fails does. \`--only <word>\` tries some of them, \`--write\` renews their rows
on this page.

${aligned(['Broken so', 'Promise', 'Noticed by'], rows)}
`
}
