import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pages = fileURLToPath(new URL('../../../docs/library', import.meta.url))

/** The examples of docs/library, each with a file name. */
export const examples = readdirSync(pages).flatMap((page) =>
  readFileSync(join(pages, page), 'utf8')
    .split(/^### /m)
    .flatMap((section) =>
      [...section.matchAll(/Example:\n\n```typescript\n([^]*?)```/g)].map(([, code = '']) => ({
        file: `${page.replace('.md', '')}-${section.split('\n')[0]?.replaceAll(' ', '-')}.ts`,
        code,
      })),
    ),
)
