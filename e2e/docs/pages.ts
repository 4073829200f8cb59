import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page for readers, as paths from the root. The command's transcripts check its own README. */
export const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'apps/cli/README.md')
  .toSorted()

/** Reads a page. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')
