import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { entryPoints } from './entry-points.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pages = join(root, 'docs/library')

const examples = readdirSync(pages).flatMap((page) =>
  readFileSync(join(pages, page), 'utf8')
    .split(/^### /m)
    .flatMap((section) =>
      [...section.matchAll(/Example:\n\n```typescript\n([^]*?)```/g)].map(([, code = '']) => ({
        file: `${page.replace('.md', '')}-${section.split('\n')[0]?.replaceAll(' ', '-')}.ts`,
        code,
      })),
    ),
)

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2024',
    lib: ['esnext', 'dom'],
    module: 'nodenext',
    moduleDetection: 'force',
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      ...Object.fromEntries(
        entryPoints.map(({ name, folder, path }) => [name, [join(root, folder, 'dist', `${path}.d.ts`)]]),
      ),
      valibot: [join(root, 'node_modules/valibot/dist/index.d.mts')],
    },
  },
  include: ['*.ts'],
}

describe('the examples of docs/library', () => {
  it('compile in a strict project as they are copied', () => {
    const folder = mkdtempSync(join(tmpdir(), 'netbox-examples-'))
    try {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
      for (const { file, code } of examples) writeFileSync(join(folder, file), code)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(`${stdout}${stderr}`.trim()).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('exist for most functions: a pattern that finds none would pass for ever', () => {
    expect(examples.length).toBeGreaterThan(100)
    expect(new Set(examples.map(({ file }) => file)).size).toBe(examples.length)
  })
})
