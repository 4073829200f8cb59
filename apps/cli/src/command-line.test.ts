import { CommanderError } from 'commander'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from './commands/commands.ts'
import { CommandError } from './exit.ts'
import { createCommandLine, type Invocation, type Parsed, readName } from './command-line.ts'
import { OLD_COMMANDS, OLD_OPTIONS } from './old-names.ts'
import { optionTable } from './options.ts'

/** Parses a command line and returns its request. */
const parse = async (...line: readonly string[]) => {
  const { args, invoked } = readName(line)
  let asked: { invocation: Invocation; parsed: Parsed } | undefined
  const run = async (invocation: Invocation, parsed: Parsed): Promise<void> => {
    asked = { invocation, parsed }
  }
  let written = ''
  const write = (text: string): void => void (written += text)
  await createCommandLine({ run, write, launcher: '', ...(invoked === undefined ? {} : { invoked }) }).parseAsync(
    args,
    {
      from: 'user',
    },
  )
  const { invocation, parsed } = asked ?? {}
  const name =
    invocation?.kind === 'tool' ? invocation.tool.id : invocation?.kind === 'command' ? invocation.command.name : ''
  return { name, words: parsed?.words, options: parsed?.options, written }
}

describe('a command line', () => {
  it.each([
    [['mx', 'a.example', '--json'], 'mx-record', ['a.example'], { json: true }],
    [['MX-Record', 'a.example', 'b.example'], 'mx-record', ['a.example', 'b.example'], {}],
    [['--json', 'mx-record', '--seed', 'k3f9', 'a.example'], 'mx-record', ['a.example'], { json: true, seed: 'k3f9' }],
    [['mx', '-qf', 'list.txt'], 'mx-record', [], { quiet: true, file: 'list.txt' }],
    [['mx', '-orun.json', 'a.example'], 'mx-record', ['a.example'], { output: 'run.json' }],
    [['mx', '--seed=-5', '--output='], 'mx-record', [], { seed: '-5', output: '' }],
    [['mx', '-', '--output', '-'], 'mx-record', ['-'], { output: '-' }],
    [['mx', '--', '--json', '-x'], 'mx-record', ['--json', '-x'], {}],
    [['mx', '--seed', 'a', '--seed', 'b'], 'mx-record', [], { seed: 'b' }],
    [['--seed', 'list', 'a-record', 'x'], 'a-record', ['x'], { seed: 'list' }],
    [['list', '--category', 'dns'], 'list', [], { category: 'dns' }],
    [['config', 'set', 'color', 'never'], 'config', ['set', 'color', 'never'], {}],
    [['--scenario', 'mx-down'], '', [], { scenario: 'mx-down' }],
  ])('%j is read', async (line, name, words, options) => {
    const read = await parse(...line)
    expect({ ...read, options: { ...read.options, delay: undefined } }).toMatchObject({ name, words, options })
  })

  it('has the default delay unless --no-delay is set', async () => {
    expect((await parse('mx', 'a.example')).options?.delay).toBe(true)
    expect((await parse('mx', 'a.example', '--no-delay')).options?.delay).toBe(false)
  })

  it.each([
    [['serve', 'sh', '-c', 'true'], 'Write -- before a command with options: netbox serve -- sh -c true'],
    [['mx', '--sede', 'x'], "Unknown option '--sede'. Did you mean --seed?"],
    [['exercise', '--host-port', '5432'], "Unknown option '--host-port'. Usage: netbox exercise"],
    [['exercise', '--container', '.'], "Unknown option '--container'. Usage: netbox exercise"],
    [['list', 'extra'], "Unexpected argument 'extra'. Usage: netbox list [--category <NAME>] [--json]"],
    [['completion'], "Missing required argument 'shell'. Expected one of bash, zsh, fish."],
    [['mail-reports'], "Missing required argument 'kind'. Expected one of dmarc, tls, bounces, complaints."],
    [['info'], "Missing required argument 'tool|code'. Usage: netbox info <tool|code> [--json]"],
    [['mx-recrod'], "There is no tool 'mx-recrod'. Did you mean 'mx-record'?"],
    [['--json', 'mx-recrod'], "There is no tool 'mx-recrod'. Did you mean 'mx-record'?"],
    [['help', 'lits'], "There is no command 'lits'. Did you mean 'list'?"],
    [['mail'], "There is no command 'mail'. Did you mean 'mail-check'?"],
    [['ls'], "There is no tool 'ls'. 'netbox list' shows all tools, and 'netbox --help' all commands."],
    [
      ['Example.com'],
      "There is no tool 'Example.com'. Write a tool before its input, for example: netbox mx-record example.com",
    ],
    [
      ['https://mail.example:8443/'],
      "There is no tool 'https://mail.example:8443/'. Write a tool before its input, for example: netbox mx-record mail.example",
    ],
    [
      ['2001:DB8::1'],
      "There is no tool '2001:DB8::1'. Write a tool before its input, for example: netbox ptr-lookup 2001:db8::1",
    ],
  ])('%j is refused with a helpful message', async (line, message) => {
    await expect(parse(...line)).rejects.toThrow(message)
  })

  it.each([
    ...Object.entries(OLD_COMMANDS).map(
      ([name, now]) => [[name, 'a.example'], `'${name}' is called ${now} now.`] as const,
    ),
    ...Object.entries(OLD_OPTIONS).flatMap(([command, options]) =>
      Object.entries(options).flatMap(([name, now]) =>
        [[`--${name}`, 'x'], [`--${name}=x`]].map(
          (words) => [[command, ...words], `'--${name}' is called --${now} now.`] as const,
        ),
      ),
    ),
  ])('%j is refused with the new name', async (line, message) => {
    await expect(parse(...line)).rejects.toThrow(message)
  })

  it('has the new names that the sentences about old ones give', () => {
    for (const now of Object.values(OLD_COMMANDS)) expect(commands.map(({ name }) => name)).toContain(now)
    for (const options of Object.values(OLD_OPTIONS))
      for (const now of Object.values(options)) expect(Object.keys(optionTable)).toContain(now)
  })

  it('does not repeat a possible secret', async () => {
    for (const line of [
      ['login', 'hunter2'],
      ['login', '--password', 'hunter2'],
      ['login', '--hunter2'],
    ])
      await expect(parse(...line)).rejects.toSatisfy((error: Error) => !error.message.includes('hunter2'))
  })

  it('is accepted or refused, whatever it is, and never fails otherwise', async () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'mx',
        'list',
        'help',
        'login',
        '--',
        '-',
        '--seed',
        '--seed=',
        '--json',
        '-o',
        '-qf',
        '--no-delay',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word), async (line) => {
        await parse(...line).catch((error: unknown) => {
          // commander ends parsing for help and version with an error.
          if (!(error instanceof CommanderError)) expect(error).toBeInstanceOf(CommandError)
        })
      }),
    )
  })
})
