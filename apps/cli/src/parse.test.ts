import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CommandError } from './command-error.ts'
import { checkOptions, parse } from './parse.ts'

describe('parse', () => {
  it('reads words and options in any order', () => {
    expect(parse(['--json', 'mx-record', '--seed', 'k3f9', 'mail.example'])).toEqual({
      words: ['mx-record', 'mail.example'],
      given: { json: '', seed: 'k3f9' },
    })
  })

  it('reads a value after an equals sign, even an empty one or one with dashes', () => {
    expect(parse(['--seed=-x=y', '--output=']).given).toEqual({ seed: '-x=y', output: '' })
  })

  it('reads short options', () => {
    expect(parse(['-q', '-o', 'run.txt', '-h']).given).toEqual({ quiet: '', output: 'run.txt', help: '' })
  })

  it('takes a lone dash as a word and as a value', () => {
    expect(parse(['mx', '-', '--output', '-'])).toEqual({ words: ['mx', '-'], given: { output: '-' } })
  })

  it('takes everything after two dashes as words', () => {
    expect(parse(['mx', '--', '--json', '-x', '--'])).toEqual({ words: ['mx', '--json', '-x', '--'], given: {} })
  })

  it('lets the last of two win', () => expect(parse(['--seed', 'a', '--seed', 'b']).given.seed).toBe('b'))

  it.each([
    [['--sede', 'x'], "There is no option '--sede'. Did you mean '--seed'?"],
    [['--seed'], "Option '--seed' needs a value: --seed SEED."],
    [['--seed', '--json'], "Option '--seed' needs a value: --seed SEED."],
    [['--json=1'], "Option '--json' takes no value."],
    [['--fail-on', 'crit'], "Option '--fail-on' can't be 'crit'. Did you mean 'critical'?"],
    [['--category='], "Option '--category' can't be ''. It is one of network, dns, email, security."],
    [['-jq'], "There is no option '-jq'. 'netbox --help' shows them all."],
  ])('refuses %j', (args, message) =>
    expect(() => parse(args)).toThrow(new CommandError({ code: 'usage', title: 'Wrong usage', message })),
  )

  it('reads or refuses anything, and never fails otherwise', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--', '-', '--seed', '--seed=', '--json', '-o'))),
        (args) => {
          try {
            const { words } = parse(args)
            expect(words.every((word) => args.includes(word))).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(CommandError)
          }
        },
      ),
    )
  })
})

describe('checkOptions', () => {
  it('refuses an option that the command does not have', () => {
    expect(() => checkOptions('list', { json: '', seed: 'x' }, ['json'])).toThrow(
      "'netbox list' has no option '--seed'.",
    )
    expect(() => checkOptions('list', { json: '' }, ['json'])).not.toThrow()
  })
})
