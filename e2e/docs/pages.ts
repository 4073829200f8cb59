import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The paths of all documentation pages, from the root. The list excludes the command's README, which the command's transcripts check. */
export const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'apps/cli/README.md')
  .toSorted()

/** Reads a page. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')
