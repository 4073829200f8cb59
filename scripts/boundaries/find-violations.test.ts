import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from './find-violations.mjs'
import { type Fixture, makeFixture } from './fixture.ts'

let fixture: Fixture
beforeEach(() => {
  fixture = makeFixture()
})
afterEach(() => fixture.remove())

const messagesOf = (file: string, source: string): readonly string[] => {
  fixture.write(file, source)
  return findViolations(fixture.root).map((violation) => violation.message)
}

const core = 'packages/core/src'
const mx = `${core}/tools/dns/mx-record.ts`
const web = 'apps/web/src'
const simulation = `${core}/tools/dns/mx-record.simulation.ts`

describe('refuses', () => {
  const cases = [
    ['a tool that imports another tool', mx, "import { a } from './a-record.ts'", /never imports another tool/],
    ['even its type', mx, "import type { A } from '../network/ping-test.ts'", /never imports another tool/],
    ["another tool's simulation", simulation, "import type { A } from './a-record.simulation.ts'", /another tool/],
    ['a re-export of another tool', mx, "export { a } from './a-record.ts'", /never imports another tool/],
    [
      'a definition that loads its simulation at once',
      mx,
      "import { s } from './mx-record.simulation.ts'",
      /on demand/,
    ],
    ['a list that loads simulations', `${core}/tools/index.ts`, "export * from './dns/a.simulation.ts'", /on demand/],
    ['a world that knows the catalogue', `${core}/world/mail.ts`, "import { c } from '../catalogue/c.ts'", /the order/],
    ['a world that runs scenarios', `${core}/world/mail.ts`, "import { s } from '../scenarios/index.ts'", /the order/],
    ['a source that asks what programs ask', `${core}/runs/run.ts`, "import { a } from '../dns/dns.ts'", /the order/],
    [
      'a report that knows the runs, even their type',
      `${core}/reports/report.ts`,
      "import type { R } from '../runs/run.ts'",
      /the order/,
    ],
    ['a public interface with the testing kit', `${core}/index.ts`, "export * from './testing/kit.ts'", /the order/],
    ['a source that uses the testing kit', `${core}/runs/run.ts`, "import { k } from '../testing/kit.ts'", /the order/],
    [
      'a command that loads at once what talks to the service',
      'apps/cli/src/main.ts',
      "import { p } from './service/service.ts'",
      /reached by `import\(\)` alone/,
    ],
    [
      'a command that loads ui/ at once',
      'apps/cli/src/main.ts',
      "import { p } from './ui/index.tsx'",
      /never loads Ink/,
    ],
    [
      'an app that reaches into core',
      'apps/cli/src/a.ts',
      "import '../../../packages/core/src/index.ts'",
      /by its package/,
    ],
    [
      'core that reaches into an app',
      `${core}/a.ts`,
      "export * from '../../../apps/cli/src/main.ts'",
      /by its package/,
    ],
    ['accounts that know HTTP', 'apps/api/src/accounts/a.ts', "import { e } from '../http/api-error.ts'", /no HTTP/],
    ['payments that know HTTP', 'apps/api/src/billing/a.ts', "import { e } from '../http/api-error.ts'", /no HTTP/],
    [
      'payments that know who sells with them',
      'apps/api/src/billing/a.ts',
      "import type { O } from '../features/billing/billing.ts'",
      /no HTTP/,
    ],
    [
      'a database that knows a feature',
      'apps/api/src/db/a.ts',
      "import type { R } from '../features/a/r.ts'",
      /no HTTP/,
    ],
    [
      'a component that knows a feature',
      `${web}/components/ui/a.tsx`,
      "import { P } from '../../features/p/p.tsx'",
      /below/,
    ],
    [
      'a component that loads a feature',
      `${web}/components/ui/a.tsx`,
      "void import('../../features/p/p.tsx')",
      /below/,
    ],
    ['a feature that knows a page', `${web}/features/p/p.tsx`, "import type { A } from '../../routes/a.ts'", /below/],
    ['a helper that draws', `${web}/lib/a.ts`, "import { B } from '../components/ui/b.tsx'", /below/],
    [
      'a feature that knows another',
      `${web}/features/p/p.tsx`,
      "import type { Q } from '../q/q.ts'",
      /puts them together/,
    ],
    ['a page that knows the app', `${web}/routes/a.tsx`, "import { App } from '../app.tsx'", /on top/],
    [
      'a seal that knows how it is shown',
      'apps/api/src/sealing/a.ts',
      "import { p } from '../presenters/p.ts'",
      /no HTTP/,
    ],
    [
      'a feature that imports another one',
      'apps/api/src/features/admin/a.ts',
      "import { r } from '../migrations/r.ts'",
      /never imports another feature/,
    ],
    [
      'even its type',
      'apps/api/src/features/admin/a.ts',
      "import type { R } from '../migrations/deep/r.ts'",
      /never imports another feature/,
    ],
    [
      'a presenter that knows a feature',
      'apps/api/src/presenters/a.ts',
      "import type { R } from '../features/admin/r.ts'",
      /know none/,
    ],
    [
      'an HTTP layer that knows a feature',
      'apps/api/src/http/a.ts',
      "import { r } from '../features/admin/r.ts'",
      /know none/,
    ],
    ['a clock read', `${core}/runs/run.ts`, 'export const a = () => new Date()', /injected/],
    ['a clock read by call', `${core}/runs/run.ts`, 'export const a = () => Date()', /injected/],
    ['a power', `${core}/world/route.ts`, 'export const a = (b: number): number => b ** 2', /multiply/],
    ['a power by assignment', `${core}/world/route.ts`, 'let a = 2\na **= 2\nexport { a }', /multiply/],
    ['a class', 'apps/cli/src/store.ts', 'export class Store {}', /Only errors/],
  ] as const

  it.each(cases)('%s', (_name, file, source, message) => {
    const messages = messagesOf(file, source)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(message)
  })

  it('with the file and the line', () => {
    fixture.write(mx, "import { b } from '../../schema/schema.ts'\n\nimport { a } from './a-record.ts'\n")
    expect(findViolations(fixture.root)).toMatchObject([{ file: mx, line: 3 }])
  })
})

describe('allows', () => {
  const cases = [
    [
      'a definition that loads its simulation on demand',
      mx,
      "export const a = () => import('./mx-record.simulation.ts')",
    ],
    ["a simulation that takes its definition's type", simulation, "import type { R } from './mx-record.ts'"],
    ['a simulation in several files', simulation, "import { a } from './mx-record.checks.ts'"],
    ['a list of every definition', `${core}/tools/index.ts`, "import { a } from './dns/mx-record.ts'\nexport { a }"],
    ['a run that takes a type of reports', `${core}/runs/run.ts`, "import type { R } from '../reports/report.ts'"],
    ['the platform file a clock', `${core}/platform.ts`, 'export const a = () => new Date()'],
    ['a date of a known time', `${core}/world/time.ts`, 'export const a = (ms: number) => new Date(ms)'],
    ['an error class', `${core}/errors/tool-error.ts`, 'export class ToolError extends Error {}'],
    [
      'what talks to the service, on demand',
      'apps/cli/src/main.ts',
      "export const a = () => import('./service/service.ts')",
    ],
    ['a command that loads ui/ on demand', 'apps/cli/src/main.ts', "export const a = () => import('./ui/index.tsx')"],
    ['a type of ui/', 'apps/cli/src/main.ts', "import { type P } from './ui/index.tsx'\nexport type Q = P"],
    ['a page that puts features together', `${web}/routes/a.tsx`, "import { P } from '../features/p/p.tsx'"],
    ['a feature that draws', `${web}/features/p/p.tsx`, "import { B } from '../../components/b.tsx'\nimport './q.ts'"],
    [
      'a component its styles',
      `${web}/components/b.tsx`,
      "import '../styles/b.css'\nimport { t } from '../texts/t.ts'",
    ],
    [
      'a feature its own files, in any folder',
      'apps/api/src/features/system/reference/a.ts',
      "import { p } from '../pages.ts'",
    ],
    ['a feature what features share', 'apps/api/src/features/admin/a.ts', "import { p } from '../../presenters/p.ts'"],
    [
      'the place that puts features together',
      'apps/api/src/compose/routes.ts',
      "import { r } from '../features/admin/r.ts'",
    ],
    ['a test that looks at two tools', `${core}/tools/dns/mx-record.test.ts`, "import { a } from './a-record.ts'"],
  ] as const

  it.each(cases)('%s', (_name, file, source) => {
    expect(messagesOf(file, source)).toEqual([])
  })
})
