import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, makeFixture, repository } from './fixture.ts'

// If the linter renames or drops a rule, the rule has no effect. So the tests break each rule on purpose.
const core = 'packages/core/src'
const cli = 'apps/cli/src'
const refused = [
  ['Math.random in core', `${core}/a1.ts`, 'export const a = Math.random()', 'no-restricted-properties'],
  ['Date.now in core', `${core}/a2.ts`, 'export const a = Date.now()', 'no-restricted-properties'],
  ['Math.pow in core', `${core}/a3.ts`, 'export const a = Math.pow(2, 3)', 'no-restricted-properties'],
  ['Math.log in core', `${core}/a4.ts`, 'export const a = Math.log(2)', 'no-restricted-properties'],
  ['localeCompare in core', `${core}/a5.ts`, "export const a = 'a'.localeCompare('b')", 'no-restricted-properties'],
  [
    'a timer in core',
    `${core}/a6.ts`,
    'export const a = () => setTimeout(() => undefined, 1)',
    'no-restricted-globals',
  ],
  ['process in core', `${core}/a7.ts`, 'export const a = process.argv', 'no-restricted-globals'],
  ['window in core', `${core}/a8.ts`, 'export const a = window.name', 'no-restricted-globals'],
  ['fetch in core', `${core}/a9.ts`, "export const a = () => fetch('/')", 'no-restricted-globals'],
  ['Intl in core', `${core}/b1.ts`, 'export const a = new Intl.Collator()', 'no-restricted-globals'],
  ['node: in core', `${core}/b2.ts`, "export { join } from 'node:path'", 'no-restricted-imports'],
  ['a dependency in core', `${core}/b3.ts`, "export { object } from 'valibot'", 'no-restricted-imports'],
  ['an app in core', `${core}/b4.ts`, "export { main } from 'netbox'", 'no-restricted-imports'],
  ['a clock read in core', `${core}/b6.ts`, 'export const a = () => new Date()', 'no-restricted-syntax'],
  ['a clock read by call in core', `${core}/b7.ts`, 'export const a = () => Date()', 'no-restricted-syntax'],
  ['a power in core', `${core}/b8.ts`, 'export const a = (b: number): number => b ** 2', 'no-restricted-syntax'],
  [
    'a power by assignment in core',
    `${core}/b9.ts`,
    'export const a = (b: number): number => (b **= 2)',
    'no-restricted-syntax',
  ],
  ['a class in core', `${core}/d1.ts`, 'export class Store {}', 'no-restricted-syntax'],
  ['a class elsewhere', `${cli}/b3.ts`, 'export const a = class extends Map {}', 'no-restricted-syntax'],
  ['console in core', `${core}/b5.ts`, "console.log('a')", 'no-console'],
  ['ink outside screens/', `${cli}/a1.ts`, "export { render } from 'ink'", 'no-restricted-imports'],
  ['react outside screens/', `${cli}/a2.ts`, "export { useState } from 'react'", 'no-restricted-imports'],
  ['process.env in the command', `${cli}/a3.ts`, "export const a = process.env['A']", 'no-process-env'],
  ['process.env in screens/', `${cli}/screens/a4.ts`, "export const a = process.env['A']", 'no-process-env'],
  ['any', `${cli}/a5.ts`, 'export const a = (b: any): unknown => b', 'no-explicit-any'],
  ['an import inside a type', `${cli}/b4.ts`, "export type A = import('./a.ts').A", 'consistent-type-imports'],
  ['a non-null assertion', `${cli}/a6.ts`, 'export const a = (b?: string): string => b!', 'no-non-null-assertion'],
  ['a default export', `${cli}/a7.ts`, 'export default 1', 'no-default-export'],
  ['a promise left alone', `${cli}/a8.ts`, 'const a = async () => 1\na()', 'no-floating-promises'],
  [
    'a focused test',
    `${cli}/a9.test.ts`,
    "import { it } from 'vitest'\nit.only('a', () => undefined)",
    'no-focused-tests',
  ],
  [
    'a skipped test',
    `${cli}/b1.test.ts`,
    "import { it } from 'vitest'\nit.skip('a', () => undefined)",
    'no-disabled-tests',
  ],
  ['a service that knows Koa', 'apps/api/src/a/service.ts', "export { default } from 'koa'", 'no-restricted-imports'],
  ['a service that writes SQL', 'apps/api/src/a/service2.ts', "export { sql } from 'kysely'", 'no-restricted-imports'],
  [
    'a repository that knows Koa',
    'apps/api/src/a/repository.ts',
    "export { default } from 'koa'",
    'no-restricted-imports',
  ],
  ['a note to do it later', `${cli}/b2.ts`, '// TODO: later\nexport const a = 1', 'no-warning-comments'],
  ['a file name in camel case', `${cli}/camelCase.ts`, 'export const a = 1', 'filename-case'],
] as const
const allowed = [
  ['the platform file a clock', `${core}/platform.ts`, 'export const now = () => [globalThis.Date.now(), new Date()]'],
  ['a date of a known time', `${core}/c2.ts`, 'export const a = (ms: number) => new Date(ms)'],
  ['an error class', `${core}/c3.ts`, 'export class ToolError extends Error {}'],
  ['the environment file the environment', `${cli}/environment.ts`, "export const a = process.env['A']"],
  ['screens/ its ink', `${cli}/screens/b1.ts`, "export { render } from 'ink'"],
  ['a repository its queries', 'apps/api/src/b/repository.ts', "export { sql } from 'kysely'"],
  ["core's tests a dependency", `${core}/c1.test.ts`, "export { it } from 'vitest'"],
] as const

let fixture: Fixture
let found: readonly { readonly filename: string; readonly code: string }[]

beforeAll(() => {
  fixture = makeFixture()
  fixture.copy('.oxlintrc.json')
  fixture.link('node_modules/oxlint-plugin-eslint')
  // Type-aware rules report nothing if tsconfig.json has an error. The fixture has no types of Node, so it declares `process`.
  fixture.write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: [] } }))
  fixture.write('globals.d.ts', 'declare const process: { env: Record<string, string | undefined>; argv: string[] }')
  for (const [, file, source] of [...refused, ...allowed]) fixture.write(file, `${source}\n`)
  const { stdout } = fixture.run(join(repository, 'node_modules/oxlint/bin/oxlint'), [
    '--format=json',
    'packages',
    'apps',
  ])
  found = JSON.parse(stdout).diagnostics
})
afterAll(() => fixture.remove())

const rulesOn = (file: string): readonly string[] =>
  found.filter(({ filename }) => filename.replaceAll('\\', '/') === file).map(({ code }) => code)

describe('the linter refuses', () => {
  it.each(refused)('%s', (_name, file, _source, rule) => {
    expect(rulesOn(file)).toContainEqual(expect.stringContaining(`(${rule})`))
  })
})

describe('the linter allows', () => {
  it.each(allowed)('%s', (_name, file) => {
    expect(rulesOn(file)).toEqual([])
  })
})
