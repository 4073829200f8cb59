import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Home, makeHome, removeHome, startShell } from './netbox.ts'

/*
 * Transcripts are Markdown: prose, and `console` blocks that the tests run. In a block, `$` starts a command line for the shell, `!` a line
 * of stderr, `exit N` gives an exit code other than 0, and all other lines are stdout. A line `...` matches any number of lines, and `[..]`
 * any text within a line.
 */

/** One command of a transcript and its expected output. */
interface Step {
  /** The heading above the command. */
  readonly heading: string
  readonly command: string
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
  readonly code: number
}

type Draft = { heading: string; command: string; stdout: string[]; stderr: string[]; code: number }

/** Reads the steps of a transcript. */
const readTranscript = (text: string): Step[] => {
  const steps: Draft[] = []
  let heading = ''
  let inBlock = false
  for (const line of text.split('\n')) {
    const step = steps.at(-1)
    const exit = /^exit (\d+)$/.exec(line)
    if (line.startsWith('```')) inBlock = line === '```console'
    else if (!inBlock) heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
    else if (line.startsWith('$ ')) steps.push({ heading, command: line.slice(2), stdout: [], stderr: [], code: 0 })
    else if (step === undefined) throw new Error(`A block must begin with a command, not with: ${line}`)
    else if (exit !== null) step.code = Number(exit[1])
    else if (line.startsWith('! ')) step.stderr.push(line.slice(2))
    else step.stdout.push(line)
  }
  return steps
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const pattern = (line: string): RegExp => new RegExp(`^${line.split('[..]').map(escape).join('.*')}$`, 'u')

/** Returns whether lines match a transcript. */
const matches = (expected: readonly string[], actual: readonly string[]): boolean => {
  const [first, ...rest] = expected
  if (first === undefined) return actual.length === 0
  if (first === '...') return actual.some((_, index) => matches(rest, actual.slice(index))) || matches(rest, [])
  const [line, ...others] = actual
  return line !== undefined && pattern(first).test(line) && matches(rest, others)
}

/** Splits the output of a process into lines. A final line break does not start another line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/**
 * Declares the tests of a folder of transcripts. The path is relative to this file. Every transcript has its own home. Its commands run in
 * order, and each sees the state that the previous ones left.
 */
export const describeTranscripts = (path: string): void => {
  const folder = fileURLToPath(new URL(path, import.meta.url))
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
      // After a mismatch, `toEqual` shows the whole difference.
      if (!matches(stdout, said.stdout) || !matches(stderr, said.stderr)) expect(said).toEqual({ stdout, stderr, code })
      expect(said.code, said.stderr.join('\n')).toBe(code)
    })
  })
}
