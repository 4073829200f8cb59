import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellCommand, shellWord } from '../../lib/runs/run-links.ts'
import { asCurl, asLibraryCall, asLink } from './report-actions.tsx'

const run = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  scenario: 'mx-down',
  at: '2026-01-01T00:00:00.000Z',
}

// Returns the words of a command, as a shell parses it.
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `for word in ${command.replaceAll('\\\n', ' ')}; do printf '%s\\0' "$word"; done`], {
    encoding: 'utf8',
    env: { NETBOX_TOKEN: 'secret' },
  })
    .split('\0')
    .slice(0, -1)

const hard = ["it's", 'a b', '$(reboot)', '`id`', '"', '\\', 'a\nb', '*', '~', '#no', '!!', "'", "\\'"]

describe('a word for the shell', () => {
  it.each(hard)('is unchanged after the shell has read it: %j', (text) => {
    expect(wordsOf(shellWord(text))).toEqual([text])
  })

  it('is unchanged after the shell has read it, for any text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(text, (value) => {
        expect(wordsOf(shellWord(value))).toEqual([value])
      }),
      { numRuns: 25 },
    )
  })

  it('stays unquoted if it needs no quotes', () => {
    expect(shellWord('mail.example:25')).toBe('mail.example:25')
    expect(shellWord('')).toBe("''")
  })
})

describe('a shared run', () => {
  it('is a command', () => {
    expect(shellCommand(run)).toBe(
      'netbox mx-record mail.example --seed k3f9 --scenario mx-down --at 2026-01-01T00:00:00.000Z',
    )
    expect(shellCommand({ ...run, scenario: 'random' })).not.toContain('--scenario')
  })

  it('keeps an input that begins with a dash an input, and a seed a seed', () => {
    const words = wordsOf(shellCommand({ ...run, input: '-x; rm', seed: '-s' }))
    expect(words.slice(-2)).toEqual(['--', '-x; rm'])
    expect(words).toContain('--seed=-s')
  })

  it('is a call of the library that gives the same run', () => {
    const call = asLibraryCall({ ...run, input: 'a"b\n\u2028c' })
    expect(call).toContain(`createToolbox({"seed":"k3f9","scenario":"mx-down","at":"2026-01-01T00:00:00.000Z"})`)
    expect(call).toContain(String.raw`box.run("mx-record", "a\"b\n`)
  })

  it('is a request to the service, with the token from the environment', () => {
    const words = wordsOf(asCurl({ ...run, input: "it's" }, 'https://netbox.example'))
    expect(words.slice(0, 4)).toEqual([
      'curl',
      'https://netbox.example/api/tools/mx-record/run',
      '-H',
      'Authorization: Bearer secret',
    ])
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ input: "it's", seed: 'k3f9', scenario: 'mx-down', at: run.at })
  })

  it('has your own facts in each of its forms', () => {
    const world = { hosts: { 'mx1.corp.example': { smtp: { state: 'refused' } } } } as const
    expect(wordsOf(shellCommand({ ...run, world })).slice(-2)).toEqual(['--world', 'world.json'])
    expect(asLibraryCall({ ...run, world })).toContain(`"world":${JSON.stringify(world)}})`)
    const words = wordsOf(asCurl({ ...run, world }, 'https://netbox.example'))
    expect(JSON.parse(words.at(-1) ?? '')).toHaveProperty('world', world)
    const link = new URL(asLink({ ...run, world }, 'https://netbox.example'))
    expect(link.searchParams.get('world')).toBe(JSON.stringify(world))
  })

  it('is a link with the absolute address', () => {
    expect(asLink({ ...run, input: 'a&b=c d', tool: 'txt-record' }, 'https://netbox.example')).toBe(
      'https://netbox.example/txt-records?input=a%26b%3Dc+d&seed=k3f9&scenario=mx-down&at=2026-01-01T00%3A00%3A00.000Z&v=3',
    )
  })

  it('leads to the page under /tools/ if the public site has none for the tool', () => {
    expect(asLink({ ...run, tool: 'header-security' }, 'https://netbox.example')).toMatch(
      /^https:\/\/netbox\.example\/tools\/header-security\?input=mail\.example&/,
    )
  })
})
