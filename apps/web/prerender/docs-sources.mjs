import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { parseChangesetFile } from '@changesets/parse'

const PAGES = [
  'docs/**/*.md',
  '{README,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  'apps/*/README.md',
  'packages/*/README.md',
]

// The mark in the changelog after which the changes since the last release are inserted.
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

/** Lists the unreleased changes, by package. */
const pendingChanges = (root) => {
  const changes = globSync('.changeset/*.md', { cwd: root })
    .toSorted()
    .map((path) => parseChangesetFile(readFileSync(join(root, path), 'utf8')))
  const packages = [...new Set(changes.flatMap(({ releases }) => releases.map(({ name }) => name)))]
  return packages
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const own = changes.filter(({ releases }) => releases.some((release) => release.name === name))
      return `### ${name}\n\n${own.map(({ summary }) => `- ${summary.replaceAll('\n', '\n  ')}`).join('\n')}`
    })
    .join('\n\n')
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

/** Returns the width and height of a PNG, which are the first numbers in it. */
export const sizeOf = (file) => {
  const bytes = readFileSync(file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
