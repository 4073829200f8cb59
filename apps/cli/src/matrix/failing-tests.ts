/** The tests that failed in a run, as far as the output of the test program names them. */
export interface FailingTests {
  readonly names: readonly string[]
  /** The number of all tests; undefined if the output doesn't say it. */
  readonly count: number | undefined
}

// How test programs name a failed test: pytest, Go, Vitest and Jest, TAP, JUnit by Maven.
const FAILED: readonly RegExp[] = [
  /^FAILED \S+?::(?<name>\S+)/,
  /^\s*--- FAIL: (?<name>\S+)/,
  /^\s*(?:×|✕|✗) (?<name>.+?)(?: \(?\d+ ?m?s\)?)?$/,
  /^not ok \d+ - (?<name>.+)$/,
  /^\[ERROR\] +(?<name>\w+\.\w+):\d+\b/,
]

const escapes = /\u001b\[[\d;]*m/g

/** Returns the number of tests in a summary such as pytest's `3 failed, 6 passed in 1.2s` or Maven's. */
const countIn = (output: string): number | undefined => {
  const [, maven] =
    /^\[(?:ERROR|WARNING)\] Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+$/m.exec(output) ?? []
  if (maven !== undefined) return Number(maven)
  const [summary] = output
    .split('\n')
    .filter((line) => /\d+ failed\b/.test(line))
    .slice(-1)
  if (summary === undefined) return undefined
  const parts = [...summary.matchAll(/(\d+) (?:failed|passed|errors?)\b/g)]
  return parts.reduce((sum, [, number]) => sum + Number(number), 0)
}

/** Finds the failed tests in the output of a test program. */
export const failingTests = (output: string): FailingTests => {
  const plain = output.replaceAll(escapes, '')
  const names = plain.split(/\r?\n/).flatMap((line) => {
    const found = FAILED.map((pattern) => pattern.exec(line)?.groups?.['name']).find((name) => name !== undefined)
    return found === undefined ? [] : [found]
  })
  return { names: [...new Set(names)], count: countIn(plain) }
}
