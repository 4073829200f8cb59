import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { installApart } from '../../bench/install-apart.mjs'
import { tellSkipped } from '../../e2e/tell-skipped.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the files that a page shows: a line with the file's name, then its contents. */
const filesOf = (page: string): [name: string, text: string][] =>
  [...page.matchAll(/^`([^`]+)`:\n\n```\w+\n([^]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text])

/** Installs Jest once, which needs a registry. Returns undefined without one. */
const findJest = (): string | undefined => {
  try {
    return installApart('jest', { jest: '30.5.2', 'ts-jest': '29.4.15', typescript: '5.9.3' })
  } catch (error) {
    tellSkipped(`The recipe for Jest was NOT run: ${String(error)}`, 'NETBOX_REQUIRE_RECIPES')
    return undefined
  }
}

const installed = findJest() ?? ''

it.skipIf(installed === '')('Jest and ts-jest run the tests of the recipe', { timeout: 300_000 }, () => {
  const page = readFileSync(join(root, 'docs/recipes/jest.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'netbox-jest-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, contents: string) => writeFileSync(join(folder, path), contents)
  write('package.json', '{}')
  for (const [name, text] of filesOf(page)) write(name, text)

  // The packages are copies, because Jest compiles every file outside of node_modules.
  for (const name of ['core', 'simulated-internet'])
    for (const part of ['package.json', 'dist'])
      cpSync(join(root, 'packages', name, part), join(folder, 'node_modules/@netbox', name, part), { recursive: true })
  for (const name of ['jest', 'ts-jest', 'typescript', '@jest/globals']) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(installed, 'node_modules', name), link)
  }

  const [, command = ''] = /^```sh\n(.*)\n```$/m.exec(page) ?? []
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', command.replace('npx jest', 'node node_modules/jest/bin/jest.js')],
    {
      cwd: folder,
      encoding: 'utf8',
      // The dependencies of the packages are in the repository.
      env: { PATH: process.env['PATH'], NODE_PATH: join(root, 'node_modules') },
    },
  )
  expect(stderr, stdout).toMatch(/^Tests: +3 passed, 3 total$/m)
})
