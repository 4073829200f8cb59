import { readdirSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as entry from '../src/index.ts'
import * as namespace from '../src/namespace/index.ts'
import * as worldFiles from '../src/world-files/index.ts'

/* Runs the examples of doc comments and of the README. In every line `code // => value`, the code must return the value. */
const simulated = { ...entry, ...namespace, ...worldFiles }

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const inComments = readdirSync(new URL('src/', root), { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...read(`src/${path}`).matchAll(/@example\n((?: *\*(?! @)(?!\/).*\n)+)/g)].map(([, body = ''], index) => ({
      name: `${path} ${index + 1}`,
      code: body.replaceAll(/^ *\* ?/gm, ''),
    })),
  )

const inReadme = [...read('README.md').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ''], index) => ({
  name: `README.md ${index + 1}`,
  code,
}))

const CLAIM = /^(\s*)(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(await (${claim[2]}), (${claim[3]}), ${JSON.stringify(line.trim())})`
    })
    .join('\n')

describe('doc examples', () => {
  it.each([...inComments, ...inReadme])('$name', async ({ code }) => {
    const check = (actual: unknown, expected: unknown, line: string): void => expect(actual, line).toEqual(expected)
    // Running the code is safe: it comes from this repository. The value of the script is the function `run`.
    const script = `(async (check, ${Object.keys(simulated).join(', ')}) => {${compile(code)}\n})`
    const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
    await run(check, ...Object.values(simulated))
  })

  it('exist: a pattern that finds none would always pass', () => {
    expect(inComments.length).toBeGreaterThanOrEqual(3)
    expect(inReadme.length).toBeGreaterThanOrEqual(2)
  })
})
