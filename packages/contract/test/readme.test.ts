import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import * as openapi from '../src/openapi/index.ts'
import { runExample } from './support/run-example.ts'

/* Runs the examples of the README. In every line `code // => value`, the code must return the value. */
const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)

describe('the README', () => {
  it.each(examples.map((code, index) => [index + 1, code] as const))('has a correct example %d', async (_, code) => {
    expect(await runExample(code, { ...contract, ...openapi, Response })).toBeGreaterThan(0)
  })

  it('has examples: a pattern that finds none would always pass', () => {
    expect(examples.length).toBeGreaterThan(3)
  })

  it('names only exports of the package', () => {
    const imported = [...text.matchAll(/import \{([^}]+)\} from '@netbox\/contract'/g)].flatMap(([, names = '']) =>
      names.split(','),
    )
    for (const name of imported) expect(contract).toHaveProperty(name.trim())
  })
})
