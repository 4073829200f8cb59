import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as dns from '../src/dns/index.ts'
import * as findings from '../src/findings/index.ts'
import * as core from '../src/index.ts'
import * as known from '../src/known/index.ts'
import * as mailReports from '../src/mail-reports/index.ts'
import * as network from '../src/network/index.ts'
import * as testing from '../src/testing/index.ts'
import * as web from '../src/web/index.ts'

/*
 * Runs the examples of doc comments, README and docs. In an `@example` every line `code // => value` is a claim: the
 * code must give the value. Fenced `js` and `ts` blocks of Markdown that import from '@netbox/core' are run the same way.
 */
const sources = import.meta.glob<string>('../src/**/*.ts', { query: '?raw', import: 'default', eager: true })
const pages = import.meta.glob<string>(['../README.md', '../../../README.md', '../../../docs/**/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const inComments = Object.entries(sources).flatMap(([path, text]) =>
  [...text.matchAll(/@example\n((?: *\*(?! @)(?!\/).*\n)+)/g)].map(([, body = ''], index) => ({
    name: `${path.replace('../src/', '')} ${index + 1}`,
    code: body.replaceAll(/^ *\* ?/gm, ''),
  })),
)

const inPages = Object.entries(pages).flatMap(([path, text]) =>
  [...text.matchAll(/```(?:js|ts)\n([\s\S]*?)```/g)]
    .map(([, code = ''], index) => ({ name: `${path.replace(/^[./]*/, '')} ${index + 1}`, code }))
    .filter(({ code }) => code.includes("from '@netbox/core")),
)

const CLAIM = /^(\s*)(?!const |let |\/\/)(.+?)\s+\/\/ => (.+)$/

/** Turns the lines of an example into a function body that checks its claims. */
const compile = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !/^import .* from '@netbox\/core(?:\/\w+)?'$/.test(line.trim()))
    .map((line) => {
      const claim = CLAIM.exec(line)
      return claim === null ? line : `check(await (${claim[2]}), (${claim[3]}), ${JSON.stringify(line.trim())})`
    })
    .join('\n')

const check = (actual: unknown, expected: unknown, line: string): void => expect(actual, line).toEqual(expected)

describe('doc examples', () => {
  const names = { ...core, ...dns, ...findings, ...known, ...mailReports, ...network, ...testing, ...web }

  it.each([...inComments, ...inPages])('$name', async ({ code }) => {
    // The code comes only from this repository. The script's value is the function below.
    const script = `(async (check, ${Object.keys(names).join(', ')}) => {${compile(code)}\n})`
    const run = runInThisContext(script) as (...values: unknown[]) => Promise<void>
    await run(check, ...Object.values(names))
  })

  it('exist: a pattern that finds none would always pass', () => {
    expect(inComments.length).toBeGreaterThan(20)
    expect(inPages.length).toBeGreaterThan(0)
  })
})
