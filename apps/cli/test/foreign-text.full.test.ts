import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Home, netbox, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { lines, resultOf, startVerifier, stream } from './support/verifier.ts'

// A sequence for the terminal, DEL, a C1 sequence and one bidirectional control of each kind.
const HOSTILE = '\u001b[2J\u001b]0;title\u0007\u007f\u009b31m\u202e\u2066\u200f\u061c'
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]/u

/** Adds hostile text to every string of a document, except in the fields whose value selects how it is shown. */
const poisoned = (value: unknown, keep: readonly string[]): unknown => {
  if (typeof value === 'string') return `${value}${HOSTILE}`
  if (Array.isArray(value)) return value.map((part) => poisoned(part, keep))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, keep.includes(key) ? part : poisoned(part, keep)]),
  )
}

const SHAPE = ['severity', 'kind', 'outcome', 'at']

const saveRun = async (home: Home, tool: string, input: string, keep: readonly string[]): Promise<string> => {
  const { stdout } = await netbox(home, [tool, input, '--json', '--no-delay'])
  const path = join(home.folder, `${tool}.json`)
  writeFileSync(path, JSON.stringify(poisoned(JSON.parse(stdout), keep)))
  return path
}

const expectPlain = async (home: Home, args: readonly string[], input?: string): Promise<string> => {
  const { stdout, stderr } = await netbox(home, args, input === undefined ? {} : { input })
  expect([args, CONTROLS.exec(stdout), CONTROLS.exec(stderr)]).toEqual([args, null, null])
  return stdout
}

describe('a run file from elsewhere', () => {
  it.each([
    ['mx-record', 'mail.example'],
    ['txt-record', 'mail.example'],
    ['traceroute', 'mail.example'],
    ['smtp-test', 'mx1.mail.example:25'],
  ])('of %s reaches no screen with a control character', async (tool, input) => {
    const home = useHome()
    for (const keep of [[], ['tool', 'input'], ['tool', 'input', 'seed', 'scenario']]) {
      const path = await saveRun(home, tool, input, [...SHAPE, ...keep])
      for (const args of [
        ['replay', path],
        ['replay', path, '--json'],
        ['diff', path, path, '--all'],
        ['share', path],
      ])
        await expectPlain(home, args)
    }
  })

  it('keeps its texts in JSON', async () => {
    const home = useHome()
    const path = await saveRun(home, 'mx-record', 'mail.example', [...SHAPE, 'tool', 'input', 'seed', 'scenario'])
    const stdout = await expectPlain(home, ['replay', path, '--json'])
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(path, 'utf8')))
  })
})

it('a world document from elsewhere reaches no screen with a control character', async () => {
  const home = useHome()
  const text = 'v=spf1 \u202e\u200f include:\u2066 -all'
  const world = join(home.folder, 'world.json')
  writeFileSync(world, JSON.stringify({ domains: { 'shop.example': { txt: [text] } } }))
  for (const tool of ['txt-record', 'spf-check'])
    for (const more of [[], ['--json'], ['--plain', '--quiet']])
      await expectPlain(home, [tool, 'shop.example', '--world', world, '--no-delay', ...more])
  await expectPlain(home, ['txt-record', '-', '--world', world], 'shop.example\nother.example\n')
  await expectPlain(home, ['mail-check', 'shop.example', '--world', world])
  await expectPlain(home, ['history'])
  writeFileSync(world, JSON.stringify({ domains: { [`shop${HOSTILE}`]: { [HOSTILE]: HOSTILE } } }))
  await expectPlain(home, ['txt-record', 'shop.example', '--world', world])
})

it('an answer of a service reaches no screen with a control character', async () => {
  const { url } = await startVerifier((emails, answer) => {
    stream(answer).end(
      lines(emails.map((email) => resultOf(email, { smtp_response_message: HOSTILE, reason: HOSTILE }))),
    )
  })
  const home = withService(useHome(), url)
  for (const more of [[], ['--json']]) await expectPlain(home, ['verify', 'a@x.example', ...more])
  // The lines of CSV end with a carriage return.
  const { stdout } = await netbox(home, ['verify', 'a@x.example', '--csv', '--quiet'])
  expect(CONTROLS.exec(stdout.replaceAll('\r\n', '\n'))).toBeNull()
})

it('a configuration reaches no screen with a control character', async () => {
  const home = useHome()
  const folder = join(home.folder, 'config', 'netbox')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ color: HOSTILE, apiUrl: HOSTILE }))
  for (const more of [['list'], ['list', '--json'], ['get', 'color']]) await expectPlain(home, ['config', ...more])
})
