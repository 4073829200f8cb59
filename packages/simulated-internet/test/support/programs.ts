import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { test, type TestAPI } from 'vitest'

// Where Debian keeps the programs of administrators.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

/** Returns the test function where these programs are installed; elsewhere the one that skips, and says so. */
export const withPrograms = (programs: readonly string[]): TestAPI | TestAPI['skip'] => {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`], { env }).status !== 0)
  if (missing.length === 0) return test
  const sentence = `Skipped: ${missing.join(', ')} not installed. Debian has them in bind9-dnsutils, knot-dnsutils, ldnsutils and unbound.`
  if (process.env['NETBOX_REQUIRE_DNS_TOOLS'] === '1') throw new Error(sentence)
  process.stderr.write(`\n${sentence}\n`)
  return test.skip
}

const run = promisify(execFile)

/** Runs a program and returns what it wrote, with what it complained of behind that. Rejects where it fails. */
export const outputOf = async (program: string, given: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run(program, [...given], { env, timeout: 60_000 })
  return `${stdout}${stderr}`
}
