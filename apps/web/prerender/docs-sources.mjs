import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGES = ['docs/**/*.md', '{README,CONTRIBUTING,SECURITY}.md', 'apps/cli/README.md', 'packages/*/README.md']

/** Reads the Markdown of the documentation: paths from the root of the repository, with the text of each. */
export const readSources = (root) =>
  new Map(
    globSync(PAGES, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
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
