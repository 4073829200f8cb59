import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, makeFixture, repository } from './fixture.ts'

/** An import from one file to another: of a value, of a type, as a re-export or by `import()`. */
type Import = readonly [from: string, how: 'value' | 'type' | 'export' | 'dynamic', to: string]
type Refused = readonly [...Import, rule: string]

const core = 'packages/core/src'
const cli = 'apps/cli/src'
const api = 'apps/api/src'
const web = 'apps/web/src'
const mx = `${core}/tools/dns/mx-record.ts`
/** The only file in these imports that does not exist. */
const gone = `${core}/gone.ts`
const simulation = `${core}/tools/dns/mx-record.simulation.ts`

const refused: readonly Refused[] = [
  [mx, 'value', `${core}/tools/dns/a-record.ts`, 'tool-imports-tool'],
  [mx, 'type', `${core}/tools/network/ping-test.ts`, 'tool-imports-tool'],
  [mx, 'export', `${core}/tools/dns/mx-recorder.ts`, 'tool-imports-tool'],
  [simulation, 'type', `${core}/tools/dns/a-record.simulation.ts`, 'tool-imports-tool'],
  [
    `${core}/tools/dns/txt-record.ts`,
    'value',
    `${core}/tools/dns/txt-record.simulation.ts`,
    'simulation-loaded-at-once',
  ],
  [`${core}/tools/index.ts`, 'export', `${core}/tools/dns/a-record.simulation.ts`, 'simulation-loaded-at-once'],
  [`${core}/tools/email/many/parts.ts`, 'value', `${core}/tools/email/smtp-test.ts`, 'tool-imports-tool'],
  [`${core}/world/mail/mail.ts`, 'value', `${core}/catalogue/catalogue.ts`, 'core-world-imports-above'],
  [`${core}/world/mail/mail.ts`, 'type', `${core}/scenarios/index.ts`, 'core-world-imports-above'],
  [`${core}/foundation/time.ts`, 'type', `${core}/protocols/spf.ts`, 'core-foundation-imports-above'],
  [`${core}/protocols/spf.ts`, 'type', `${core}/world/world.ts`, 'core-protocols-imports-above'],
  [`${core}/dns/dns.ts`, 'value', `${core}/tools/dns/mx-record.ts`, 'core-dns-imports-above'],
  [`${core}/world/facts.ts`, 'type', `${core}/world/hosts/hosts.ts`, 'world-root.ts-imports-above'],
  [`${core}/world/names/aliases.ts`, 'value', `${core}/world/hosts/hosts.ts`, 'world-names-imports-above'],
  [`${core}/world/hosts/hosts.ts`, 'type', `${core}/world/keys/zone-keys.ts`, 'world-hosts-imports-above'],
  [`${core}/world/keys/zone-keys.ts`, 'value', `${core}/world/mail/mail.ts`, 'world-keys-imports-above'],
  [`${core}/world/mail/mail.ts`, 'value', `${core}/world/answers/existence.ts`, 'world-mail-imports-above'],
  [`${core}/world/answers/existence.ts`, 'type', `${core}/world/scopes.ts`, 'world-answers-imports-above'],
  [`${core}/schema/conforms.ts`, 'value', `${core}/schema/schema.ts`, 'core-circular'],
  [`${core}/platform.ts`, 'type', `${core}/world/world.ts`, 'core-platform.ts-imports-above'],
  [`${core}/reports/report.ts`, 'type', `${core}/runs/run.ts`, 'core-reports-imports-above'],
  [`${core}/runs/run.ts`, 'value', `${core}/terminal/layout.ts`, 'core-runs-imports-above'],
  [`${core}/index.ts`, 'value', `${core}/testing/kit.ts`, 'core-index.ts-imports-above'],
  [`${cli}/main.ts`, 'value', `${cli}/screens/index.tsx`, 'screens-loaded-at-once'],
  [`${cli}/main.ts`, 'value', `${cli}/account/account.ts`, 'account-loaded-at-once'],
  [`${cli}/main.ts`, 'export', `${cli}/serve/serve-world.ts`, 'account-loaded-at-once'],
  ...['accounts/users', 'billing', 'mail', 'database', 'encryption', 'supabase/rest'].map((folder): Refused => [
    `${api}/${folder}/a.ts`,
    'value',
    `${api}/http/handler.ts`,
    'service-imports-http',
  ]),
  [`${api}/admin/service.ts`, 'type', `${api}/http/handler.ts`, 'service-imports-http'],
  [`${api}/admin/service.ts`, 'value', `${api}/http/middleware/limit-rate.ts`, 'service-imports-http'],
  [`${api}/tools/repository.ts`, 'type', `${api}/tools/service.ts`, 'repository-imports-policy'],
  [`${api}/tools/used-repository.ts`, 'value', `${api}/tools/routes.ts`, 'repository-imports-policy'],
  [`${api}/admin/a.ts`, 'value', `${api}/mailbox-migrations/r.ts`, 'module-imports-module'],
  [`${api}/admin/a.ts`, 'type', `${api}/mailbox-migrations/routes.ts`, 'module-imports-module'],
  [`${api}/supabase/rest/a.ts`, 'value', `${api}/supabase/auth/r.ts`, 'module-imports-module'],
  [`${api}/accounts/users/a.ts`, 'value', `${api}/billing/repository.ts`, 'accounts-imports-module'],
  [`${api}/admin/a.ts`, 'value', `${api}/accounts/sessions/routes.ts`, 'module-imports-routes'],
  [`${api}/accounts/one.ts`, 'type', `${api}/accounts/other.ts`, 'api-circular'],
  [`${api}/mail/a.ts`, 'type', `${api}/billing/r.ts`, 'shared-imports-module'],
  [`${api}/http/a.ts`, 'value', `${api}/admin/r.ts`, 'shared-imports-module'],
  [`${api}/database/a.ts`, 'type', `${api}/billing/tables.ts`, 'shared-imports-module'],
  [`${api}/http/a.ts`, 'value', `${api}/accounts/users/r.ts`, 'http-imports-accounts'],
  [`${api}/admin/a.ts`, 'type', `${api}/compose.ts`, 'compose-imported'],
  [`${web}/lib/a.ts`, 'value', `${web}/texts/t.ts`, 'web-lib-imports-above'],
  [`${web}/lib/page/a.ts`, 'type', `${web}/lib/session/b.ts`, 'web-page-imports-above'],
  [`${web}/lib/session/a.ts`, 'value', `${web}/lib/world/b.ts`, 'web-session-imports-above'],
  [`${web}/lib/world/a.ts`, 'dynamic', `${web}/lib/runs/b.ts`, 'web-world-imports-above'],
  [`${web}/lib/runs/a.ts`, 'value', `${web}/texts/t.ts`, 'web-lib-imports-above'],
  [`${web}/lib/runs/one.ts`, 'type', `${web}/lib/runs/other.ts`, 'web-lib-circular'],
  [`${web}/texts/a.ts`, 'value', `${web}/components/b.tsx`, 'web-texts-imports-above'],
  [`${web}/components/ui/a.tsx`, 'value', `${web}/features/p/p.tsx`, 'web-components-imports-above'],
  [`${web}/components/ui/b.tsx`, 'dynamic', `${web}/features/p/p.tsx`, 'web-components-imports-above'],
  [`${web}/features/p/p.tsx`, 'type', `${web}/routes/a.tsx`, 'web-features-imports-above'],
  [`${web}/routes/a.tsx`, 'value', `${web}/app.tsx`, 'web-routes-imports-above'],
  [`${web}/features/p/p.tsx`, 'type', `${web}/features/q/q.ts`, 'web-feature-imports-feature'],
  [`${core}/index.ts`, 'value', gone, 'unresolved'],
]

const allowed: readonly Import[] = [
  [mx, 'dynamic', simulation],
  [simulation, 'type', mx],
  [simulation, 'value', `${core}/tools/dns/mx-record.checks.ts`],
  [`${core}/tools/index.ts`, 'export', mx],
  [`${core}/tools/dns/mx-record.test.ts`, 'value', `${core}/tools/dns/a-record.ts`],
  [`${core}/tools/email/many/many.ts`, 'value', `${core}/tools/email/many/parts.ts`],
  [`${core}/tools/dns/mx-record.ts`, 'value', `${core}/network/hosts.ts`],
  [`${core}/foundation/addresses.ts`, 'value', `${core}/platform.ts`],
  [`${core}/world/scopes.ts`, 'value', `${core}/world/names/companies.ts`],
  // A circle is reported once, at the other of its two imports.
  [`${core}/schema/schema.ts`, 'type', `${core}/schema/conforms.ts`],
  [`${core}/testing/kit.ts`, 'value', `${core}/dns/dns.ts`],
  [`${cli}/program.ts`, 'dynamic', `${cli}/screens/index.tsx`],
  [`${cli}/program.ts`, 'type', `${cli}/screens/index.tsx`],
  [`${cli}/program.ts`, 'dynamic', `${cli}/account/account.ts`],
  [`${api}/admin/a.ts`, 'value', `${api}/accounts/users/r.ts`],
  [`${api}/accounts/export/a.ts`, 'value', `${api}/email-verification/serialize-verification.ts`],
  [`${api}/admin/routes.ts`, 'type', `${api}/http/handler.ts`],
  [`${api}/schema.ts`, 'type', `${api}/billing/tables.ts`],
  // The other half of a refused circle, which is reported once.
  [`${api}/accounts/other.ts`, 'value', `${api}/accounts/one.ts`],
  [`${api}/compose.ts`, 'value', `${api}/admin/r.ts`],
  [`${web}/lib/runs/other.ts`, 'dynamic', `${web}/lib/runs/one.ts`],
  [`${web}/lib/runs/a.ts`, 'value', `${web}/lib/world/b.ts`],
  [`${web}/routes/a.tsx`, 'value', `${web}/features/p/p.tsx`],
  [`${web}/features/p/p.tsx`, 'value', `${web}/components/b.tsx`],
  [`${web}/features/p/p.tsx`, 'value', `${web}/features/p/q.ts`],
  [`${web}/components/b.tsx`, 'value', `${web}/styles/b.css`],
]

/** Returns an import of `to` as code. The imported name has a number, so that a file may have several imports. */
const importOf = ([from, how, to]: Import | Refused, index: number): string => {
  const path = posix.relative(posix.dirname(from), to)
  const specifier = JSON.stringify(path.startsWith('.') ? path : `./${path}`)
  return {
    value: `import ${specifier}`,
    type: `import type { A as A${index} } from ${specifier}`,
    export: `export * from ${specifier}`,
    dynamic: `export const load${index} = () => import(${specifier})`,
  }[how]
}

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

describe('dependency-cruiser', () => {
  let fixture: Fixture
  let violations: readonly Violation[]

  beforeAll(() => {
    fixture = makeFixture()
    fixture.copy('.dependency-cruiser.mjs')
    const files = new Map<string, string>()
    for (const [index, one] of [...refused, ...allowed].entries()) {
      const [from, , to] = one
      files.set(from, `${files.get(from) ?? ''}${importOf(one, index)}\n`)
      if (to !== gone) files.set(to, files.get(to) ?? '')
    }
    for (const [file, text] of files) fixture.write(file, text)
    const { stdout } = fixture.run(join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), [
      '--output-type=json',
      'packages',
      'apps',
    ])
    violations = JSON.parse(stdout).summary.violations
  })
  afterAll(() => fixture.remove())

  // For a missing file, the report has the path that the import contains.
  const end = (path: string): string => (path === gone ? './gone.ts' : path)
  const rulesOn = (from: string, to: string): readonly string[] =>
    violations.filter((one) => one.from === end(from) && one.to === end(to)).map(({ rule: { name } }) => name)

  it.each(refused)('refuses %s to import (%s) %s: %s', (from, _how, to, rule) => {
    expect(rulesOn(from, to)).toEqual([rule])
  })

  it.each(allowed)('allows %s to import (%s) %s', (from, _how, to) => {
    expect(rulesOn(from, to)).toEqual([])
  })
})
