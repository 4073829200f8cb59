import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-node-'))
  writeFileSync(join(folder, 'old.cjs'), "Object.defineProperty(process.versions, 'node', { value: '24.10.9' })")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runOnOldNode = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', join(folder, 'old.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { DATA_DIR: folder },
  })
  return { status, stdout, stderr }
}

const refusal = { status: 1, stdout: '', stderr: 'netbox needs Node 24.11 or newer; this is Node 24.10.9.\n' }

describe('an old Node', () => {
  it.each(['main', 'admin', 'stripe-setup'])('is refused in one sentence by apps/api/dist/%s.js', (name) => {
    expect(runOnOldNode(`apps/api/dist/${name}.js`)).toEqual(refusal)
    // Its other imports would fail on an old Node before any code runs.
    const program = readFileSync(join(root, 'apps/api/dist', `${name}.js`), 'utf8')
    expect(program).toContain(`await import("./run-${name}.js")`)
    expect(program).not.toMatch(/^import[ {]/m)
  })

  it('is refused in one sentence before a file with newer syntax', () => {
    expect(runOnOldNode('-r', './scripts/require-node.cjs', 'scripts/sbom.mjs')).toEqual(refusal)
  })

  // Setup and launcher have checks of their own, because they also look for the Node that is installed with the project.
  const CHECKED =
    /^node (?:-r (?:\.|\.\.)\/scripts\/require-node\.cjs |scripts\/require-node\.cjs && |scripts\/setup\.mjs|apps\/cli\/bin\/netbox\.cjs|apps\/api\/dist\/)|^npm run /

  it.each(['package.json', 'bench/package.json'])('is refused by each script of %s', (file) => {
    // The cast is safe: both files have scripts.
    const { scripts } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts: Record<string, string> }
    expect(Object.entries(scripts).filter(([, command]) => !CHECKED.test(command))).toEqual([])
  })
})
