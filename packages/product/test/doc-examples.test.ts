import { readdirSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as product from '../src/index.ts'

/* Runs the examples of doc comments and of the README. In every line `code // => value`, the code must return the value. */
const source = new URL('../src/', import.meta.url)

const inComments = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(new URL(path, source), 'utf8').matchAll(/@example\n((?: *\*(?! @)(?!\/).*\n)+)/g)].map(
      ([, body = ''], index) => ({ name: `${path} ${index + 1}`, code: body.replaceAll(/^ *\* ?/gm, '') }),
    ),
  )

const inReadme = [
  ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
].map(([, code = ''], index) => ({ name: `README ${index + 1}`, code }))

const CLAIM = /^(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check((${claim[1]}), (${claim[2]}), ${JSON.stringify(line)})`
    })
    .join('\n')

describe('doc examples', () => {
  it.each([...inComments, ...inReadme])('$name', ({ code }) => {
    let claims = 0
    const check = (actual: unknown, expected: unknown, line: string): void => {
      claims += 1
      expect(actual, line).toEqual(expected)
    }
    // The code comes only from this repository. The script's value is the function below.
    const script = `((check, ${Object.keys(product).join(', ')}) => {${compile(code)}\n})`
    const run = runInThisContext(script) as (...values: unknown[]) => void
    run(check, ...Object.values(product))
    expect(claims).toBeGreaterThan(0)
  })

  it('exist: a pattern that finds none would always pass', () => {
    expect(inComments.length).toBeGreaterThan(20)
    expect(inReadme).toHaveLength(2)
  })
})
