import { runInThisContext } from 'node:vm'
import { expect } from 'vitest'

const CLAIM = /^(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

// An example gets its imports. Every line `code // => value` is a claim: the code must give the value.
const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(await (${claim[1]}), (${claim[2]}), ${JSON.stringify(line)})`
    })
    .join('\n')

/** Runs an example with the names that it may use, holds it to its claims, and tells how many there were. */
export const runExample = async (code: string, names: Readonly<Record<string, unknown>>): Promise<number> => {
  let claims = 0
  const check = (actual: unknown, expected: unknown, line: string): void => {
    claims += 1
    expect(actual, line).toEqual(expected)
  }
  // An example is code by nature; it comes from this repository. The script's value is the function below, with a block of its
  // own, where a name of ours may be used again.
  const script = `(async (check, ${Object.keys(names).join(', ')}) => {{${compile(code)}\n}})`
  const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
  await run(check, ...Object.values(names))
  return claims
}
