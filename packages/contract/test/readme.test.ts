import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import * as openapi from '../src/openapi/index.ts'

/* Runs the examples of the README. Every line `code // => value` is a claim: the code must give the value. */
const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)

const CLAIM = /^(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(${claim[1]}, ${claim[2]}, ${JSON.stringify(line)})`
    })
    .join('\n')

describe('the README', () => {
  it.each(examples.map((code, index) => [index + 1, code] as const))('has a true example %d', async (_, code) => {
    const names = { ...contract, ...openapi, Response }
    let claims = 0
    const check = (actual: unknown, expected: unknown, line: string): void => {
      claims++
      expect(actual, line).toEqual(expected)
    }
    // An example is code by nature; it comes from this repository. The script's value is the function below.
    const script = `(async (check, ${Object.keys(names).join(', ')}) => {{${compile(code)}\n}})`
    const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
    await run(check, ...Object.values(names))
    expect(claims).toBeGreaterThan(0)
  })

  it('has examples at all: a pattern that finds none would pass for ever', () => {
    expect(examples.length).toBeGreaterThan(3)
  })

  it('names only what the package exports', () => {
    const imported = [...text.matchAll(/import \{([^}]+)\} from '@netbox\/contract'/g)].flatMap(([, names = '']) =>
      names.split(','),
    )
    for (const name of imported) expect(contract).toHaveProperty(name.trim())
  })
})
