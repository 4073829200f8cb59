import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * A page is prose and fenced blocks. The test runs the commands of all `sh` blocks of a page in one shell, in order. The expected output is
 * a comment directly below a command, or a `text` block directly below the `sh` block. In both, `…` matches any text. A program whose
 * caption is a file name (`js first.mjs`) is saved to that file first. A Markdown comment before a block says why it isn't run here, or
 * which test runs it:
 *
 *   <!-- not run: needs root -->        <!-- run by: e2e/backup.full.test.ts -->
 */

/** A fenced block of a page. */
export interface Block {
  /** The line number of its opening fence, from 1. */
  readonly line: number
  /** The heading above the block. */
  readonly heading: string
  /** The first word after the opening fence. A caption and marked lines may follow it. */
  readonly language: string
  /** The second word, a caption. */
  readonly caption?: string
  readonly text: string
  /** The comment before the block, if any. */
  readonly mark?: { readonly kind: 'not run' | 'run by'; readonly words: string }
}

const MARK = /^<!-- (?<kind>not run|run by): (?<words>.+) -->$/

const markOf = (line: string): Pick<Block, 'mark'> => {
  const { kind, words } = MARK.exec(line)?.groups ?? {}
  if (words === undefined || (kind !== 'not run' && kind !== 'run by')) return {}
  return { mark: { kind, words } }
}

/** Reads the blocks of a page. */
export const readBlocks = (page: string): Block[] => {
  const lines = page.split('\n')
  const blocks: Block[] = []
  let heading = ''
  let before = ''
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (!line.startsWith('```')) {
      heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
      if (line.trim() !== '') before = line
      continue
    }
    const end = lines.indexOf('```', index + 1)
    if (end < 0) throw new Error(`The block of line ${index + 1} has no end.`)
    const text = lines.slice(index + 1, end).join('\n')
    const [language = '', caption] = line.slice(3).split(' ')
    blocks.push({
      line: index + 1,
      heading,
      language,
      ...(caption === undefined ? {} : { caption }),
      text,
      ...markOf(before),
    })
    before = line
    index = end
  }
  return blocks
}

/** Returns the commands of a page, each with the text block directly below as its expected output. Includes saving its programs. */
export const commandsOf = (page: string): (Block & { readonly prints?: string })[] => {
  const blocks = readBlocks(page)
  const lines = page.split('\n')
  return blocks.flatMap((block, index) => {
    if (block.language === 'js' && block.caption !== undefined)
      return [{ ...block, text: `cat > ${block.caption} <<'END'\n${block.text}\nEND` }]
    if (block.language !== 'sh') return []
    const next = blocks[index + 1]
    const end = block.line + block.text.split('\n').length + 1
    const isBelow = next?.language === 'text' && lines.slice(end, next.line - 1).every((line) => line.trim() === '')
    return [{ ...block, ...(isBelow ? { prints: next.text } : {}) }]
  })
}

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The paths of all documentation pages, from the root. The list excludes the command's README, which the command's transcripts check. */
export const pages = globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md', 'scripts/mutations/README.md'], {
  cwd: root,
})
  .map((path) => path.replaceAll('\\', '/'))
  // A run of the build made each example of the findings, and there are hundreds.
  .filter((path) => path !== 'apps/cli/README.md' && !path.startsWith('docs/findings/'))
  .toSorted()

/** Reads a page. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')
