import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { entryPoints } from './entry-points.mjs'
import { examples } from './examples.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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

it('the examples of docs/library compile in a strict project as they are copied', () => {
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
