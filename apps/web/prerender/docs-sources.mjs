import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { parseChangesetFile } from '@changesets/parse'

const PAGES = [
  'docs/**/*.md',
  '{README,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  'apps/*/README.md',
  'packages/*/README.md',
  'examples/{README.md,*/README.md}',
]

// The mark in the changelog in whose place the changes since the last release are inserted.
const CHANGES = '<!-- changesets -->'

// The mark in a recipe after which the site shows a program of the repository, so that no page has a copy of it.
const SHOW = /^<!-- show: (\S+) -->$/gm
const LANGUAGES = { '.ts': 'typescript', '.py': 'python', '.go': 'go', '.sh': 'bash' }

/** Returns a page with the programs that it shows. */
const withPrograms = (text, page, root) =>
  text.replaceAll(SHOW, (_, path) => {
    const program = readFileSync(join(root, dirname(page), path), 'utf8').trimEnd()
    return `\`\`\`${LANGUAGES[extname(path)]} ${basename(path)}\n${program}\n\`\`\``
  })

/** Returns the section of the changelog with the unreleased changes, by package; empty if there are none. */
export const pendingChanges = (root) => {
  const changes = globSync('.changeset/*.md', { cwd: root })
    .toSorted()
    .map((path) => parseChangesetFile(readFileSync(join(root, path), 'utf8')))
  const packages = [...new Set(changes.flatMap(({ releases }) => releases.map(({ name }) => name)))]
  const lists = packages
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const own = changes.filter(({ releases }) => releases.some((release) => release.name === name))
      return `### ${name}\n\n${own.map(({ summary }) => `- ${summary.replaceAll('\n', '\n  ')}`).join('\n')}`
    })
  return lists.length === 0 ? '' : ['## Not released yet', ...lists].join('\n\n')
}

/**
 * Reads the Markdown of the documentation: paths from the root of the repository, with the text of each. The changelog includes the pending
 * changes, and recipes their programs.
 */
export const readSources = (root) =>
  new Map(
    globSync(PAGES, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => {
        const text = readFileSync(join(root, path), 'utf8').replace(CHANGES, () => pendingChanges(root))
        return [path, withPrograms(text, path, root)]
      }),
  )

/** Returns the web address of the repository, if its package.json has one. */
export const repositoryOf = (root) => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return (repository?.url ?? repository)?.replace(/^git\+/, '').replace(/\.git$/, '')
}

/** Returns the width and height of an SVG, which its first line has, or of a PNG, whose first numbers they are. */
export const sizeOf = (file) => {
  const bytes = readFileSync(file)
  if (extname(file) === '.svg') {
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(bytes.toString('utf8')) ?? []
    return { width: Number(width), height: Number(height) }
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
