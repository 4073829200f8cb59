import { spawnSync } from 'node:child_process'
import { tools } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from '../commands/commands.ts'
import { exitMeanings } from '../exit.ts'
import { manPage, roff } from './man-page.ts'
import { runOptions } from '../options.ts'

const hasGroff = spawnSync('groff', ['--version']).status === 0

/** Formats a manual page with groff. Throws its warnings. */
const format = (text: string): string => {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tascii', '-P-c', '-P-b', '-P-u', '-rLL=78n'], {
    input: text,
    encoding: 'utf8',
  })
  if (stderr !== '') throw new Error(stderr)
  return stdout
}

describe('the manual page', () => {
  it('names every tool, command, option, exit code', () => {
    const page = manPage()
    const names = [
      ...tools.map(({ id }) => id),
      ...commands.map(({ name }) => `netbox ${name}`),
      ...[...runOptions, ...commands.flatMap(({ options }) => options)].map((name) => `--${name}`),
      ...exitMeanings.map(([code]) => String(code)),
    ]
    expect(names.filter((name) => !page.includes(`\\fB${roff(name)}\\fR`))).toEqual([])
  })

  it('says what the help of each command says', () => {
    for (const { details = '' } of commands)
      for (const part of details.split('\n\n')) expect(manPage()).toContain(roff(part))
  })

  it.runIf(hasGroff)('is accepted by a formatter without warnings', () => {
    const shown = format(manPage())
    expect(shown).toContain('EXIT STATUS')
    expect(shown).toContain('--with-token')
  })

  it.runIf(hasGroff)('shows any text unchanged', () => {
    const word = fc.stringMatching(/^[!-~]{1,20}$/)
    fc.assert(
      fc.property(word, (text) => {
        expect(format(`.TH X 1\n.nf\n.PP\nfirst\n${roff(text)}\n`)).toContain(text)
      }),
      { numRuns: 25 },
    )
  })
})
