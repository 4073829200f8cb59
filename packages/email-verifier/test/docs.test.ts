import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as verifier from '../src/index.ts'
import { fakeNetwork } from './fake-network.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const read = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(here, path), 'utf8')]))

const sources = read(globSync('../src/**/*.ts', { cwd: here }))
const pages = read(['../README.md', '../../../docs/email-verification.md'])

/** Returns the cells of a page's table rows that begin with one word of code. */
const rowsOf = (page: string): string[][] =>
  page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return /^`[a-z_]+`$/.test(cells[1] ?? '') ? [cells.slice(1, -1)] : []
  })

const fromCode = verifier.reasons.map((reason) => {
  const { status, confidence } = verifier.verdicts[reason]
  return `\`${reason}\` ${status} ${confidence}`
})

describe('the tables of docs/email-verification.md', () => {
  it('have every reason with its status and confidence, and nothing else', () => {
    const page = pages['../../../docs/email-verification.md'] ?? ''
    const verdictRows = rowsOf(page).filter(([, , confidence]) => /^\d+$/.test(confidence ?? ''))
    expect(verdictRows.map((cells) => cells.slice(0, 3).join(' ')).toSorted()).toEqual(fromCode.toSorted())
  })

  it('say for each reason when it is wrong', () => {
    const page = pages['../../../docs/email-verification.md'] ?? ''
    const verdictRows = rowsOf(page).filter(([, , confidence]) => /^\d+$/.test(confidence ?? ''))
    for (const [reason, , , wrong] of verdictRows) expect(wrong, reason).toMatch(/\w{3}.{20}/)
  })

  it('read the codes of their outcomes as the code does', () => {
    const page = pages['../../../docs/email-verification.md'] ?? ''
    let checked = 0
    for (const [name = '', replies = ''] of rowsOf(page).filter((cells) => cells.length === 2)) {
      // The codes before the phrases: `5.1.1, 5.1.0`.
      for (const [code = ''] of (replies.split(/;|with a|unless/)[0] ?? '').matchAll(/\b\d\.\d\.\d+\b|\b\d{3}\b/g)) {
        const enhanced = code.includes('.') ? code : undefined
        const basic = enhanced === undefined ? Number(code) : Number(code.charAt(0)) * 100 + 50
        expect(`\`${verifier.outcomeOfReply({ code: basic, enhanced, text: '' })}\``, code).toBe(name)
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(10)
  })
})

const inComments = Object.entries(sources).flatMap(([path, text]) =>
  [...text.matchAll(/@example\n((?: *\*(?! @)(?!\/).*\n)+)/g)].map(([, body = ''], index) => ({
    name: `${path.replace('../src/', '')} ${index + 1}`,
    code: body.replaceAll(/^ *\* ?/gm, ''),
  })),
)

const inPages = Object.entries(pages).flatMap(([path, text]) =>
  [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ''], index) => ({
    name: `${path.replace(/^[./]*/, '')} ${index + 1}`,
    code,
  })),
)

// On a page, an example without claims may continue another one, so it is not run.
const claims = [...inComments, ...inPages.filter(({ code }) => code.includes('// =>'))]
const IMPORT = /^import \{ .* \} from '@netbox\/email-verifier'$/
const CLAIM = /^(\s*)(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

/** Turns the lines of an example into a function body that checks its claims. */
const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !IMPORT.test(line.trim()))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(await (${claim[2]}), (${claim[3]}), ${JSON.stringify(line.trim())})`
    })
    .join('\n')

// Examples use a mail server that knows only Ana.
const network = (): Pick<verifier.VerifierOptions, 'resolver' | 'connector'> =>
  fakeNetwork((line) => (line.startsWith('RCPT TO:<ana@') ? '250 2.1.5 Ok' : '550 5.1.1 No such user'))
const scope: Readonly<Record<string, unknown>> = {
  ...verifier,
  createVerifier: (options: verifier.VerifierOptions) => verifier.createVerifier({ ...network(), ...options }),
  verify: (address: string, options: verifier.VerifierOptions) =>
    verifier.verify(address, { ...network(), ...options }),
}

const check = (actual: unknown, expected: unknown, line: string): void => expect(actual, line).toEqual(expected)

describe('the examples', () => {
  it.each(claims)('hold: $name', async ({ code }) => {
    // The code comes only from this repository. The script's value is the function below; its own block allows an example to reuse a name.
    const script = `(async (check, ${Object.keys(scope).join(', ')}) => {{${compile(code)}\n}})`
    const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
    await run(check, ...Object.values(scope))
  })

  it('of doc comments each make a claim', () => {
    expect(inComments.filter(({ code }) => !code.includes('// =>')).map(({ name }) => name)).toEqual([])
  })

  it('exist: a pattern that finds none would always pass', () => {
    expect(inComments.length).toBeGreaterThan(10)
    expect(claims.length).toBeGreaterThan(12)
  })

  it('import what the package exports', () => {
    for (const { name, code } of [...inComments, ...inPages]) {
      for (const [, names = ''] of code.matchAll(/import \{ (.*?) \} from '@netbox\/email-verifier'/g)) {
        expect(Object.keys(verifier), name).toEqual(expect.arrayContaining(names.split(', ')))
      }
    }
  })
})
