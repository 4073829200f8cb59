import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Home, makeHome, removeHome, startShell } from './support/netbox.ts'
import { linesOf, matches, readTranscript } from './support/transcript.ts'

const folder = fileURLToPath(new URL('transcripts', import.meta.url))

// Every transcript has a home of its own; its commands run in their order and see what the ones before them left.
describe.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s', (name) => {
  let home: Home
  beforeAll(() => {
    home = makeHome()
  })
  afterAll(() => removeHome(home))

  const steps = readTranscript(readFileSync(join(folder, name), 'utf8'))
  it('holds commands', () => expect(steps.length).toBeGreaterThan(0))

  it.each(steps)('$heading: $command', async ({ command, stdout, stderr, code }) => {
    const outcome = await startShell(home, command).finished
    const said = { stdout: linesOf(outcome.stdout), stderr: linesOf(outcome.stderr), code: outcome.code }
    // Where it does not match, the difference is shown in full.
    if (!matches(stdout, said.stdout) || !matches(stderr, said.stderr)) expect(said).toEqual({ stdout, stderr, code })
    expect(said.code, said.stderr.join('\n')).toBe(code)
  })
})
