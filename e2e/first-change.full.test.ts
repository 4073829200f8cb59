import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPage, root, commandsOf, readBlocks } from './docs/read-blocks.ts'
import { runScript, isTrue, SEPARATOR, toScript } from './docs/run-script.ts'

const PAGE = 'docs/first-change.md'
const CORE = 'packages/core'

// Copies the files that the page changes or runs. The others are links to the repository.
let folder: string
const follow = async (step: { readonly text: string }): Promise<void> => {
  const { script, claims } = toScript([step])
  const { stdout, stderr } = await runScript({ folder, home: join(folder, 'home') }, script)
  const printed = stdout.split(SEPARATOR)
  expect(
    claims.filter((claim, at) => !isTrue(claim, printed[at] ?? '')),
    `${stdout}\n${stderr}`,
  ).toEqual([])
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-first-change-'))
  for (const path of ['home', 'packages', CORE]) mkdirSync(join(folder, path))
  for (const name of ['node_modules', 'scripts', 'packages/product', 'packages/contract'])
    symlinkSync(join(root, name), join(folder, name))
  for (const name of ['package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(folder, name))
  for (const name of readdirSync(join(root, CORE)))
    if (name !== 'dist') cpSync(join(root, CORE, name), join(folder, CORE, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }))

it('leads to a finding with its test, if it is followed exactly', { timeout: 300_000 }, async () => {
  const page = readPage(PAGE)
  const changes = readBlocks(page).filter(({ language }) => language === 'diff')
  const commands = commandsOf(page).filter(({ mark }) => mark?.kind === 'run by')
  expect([changes.length, commands.length]).toEqual([2, 2])

  const steps = [...changes, ...commands].toSorted((a, b) => a.line - b.line)
  for (const step of steps) {
    if (step.language === 'diff') {
      const { status, stderr } = spawnSync('git', ['apply', '-'], {
        cwd: folder,
        input: `${step.text}\n`,
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
    } else await follow(step)
  }

  // In place of the command, this program shows the report from the changed sources.
  const program = `import { createToolbox, formatText } from './${CORE}/src/index.ts'
const [tool, input, , seed] = process.argv.slice(2)
console.log(formatText(await createToolbox({ seed }).run(tool, input)))`
  writeFileSync(join(folder, 'netbox.mjs'), program)
  const shown = commandsOf(page).find(({ heading }) => heading === 'Look at it')?.text ?? ''
  const command = shown.replace('npm run --silent netbox:source --', 'npx node netbox.mjs')
  expect(command).toContain('netbox.mjs')
  await follow({ text: command })
})
