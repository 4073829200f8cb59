import { runInThisContext } from 'node:vm'
import { expect } from 'vitest'

const CLAIM = /^(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

// Adds the imports of an example. In every line `code // => value`, the code must return the value.
const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(await (${claim[1]}), (${claim[2]}), ${JSON.stringify(line)})`
    })
    .join('\n')

/** Runs an example with the given names, checks its claims, and returns their number. */
export const runExample = async (code: string, names: Readonly<Record<string, unknown>>): Promise<number> => {
  let claims = 0
  const check = (actual: unknown, expected: unknown, line: string): void => {
    claims += 1
    expect(actual, line).toEqual(expected)
  }
  // The code comes only from this repository. The script's value is the function below; its own block allows an example to reuse a name.
  const script = `(async (check, ${Object.keys(names).join(', ')}) => {{${compile(code)}\n}})`
  const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
  await run(check, ...Object.values(names))
  return claims
}
