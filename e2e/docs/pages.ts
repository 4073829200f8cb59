import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page that people read, as paths from the root. The command's own README is held by its transcripts. */
export const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'apps/cli/README.md')
  .toSorted()

/** Reads a page. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')
