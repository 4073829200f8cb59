// Returns the paths of files in a folder. One path with braces is impossible, because Stryker splits its lists at commas.
const from = (folder, names) => names.map((name) => `${folder}/${name}.ts`)
const accounts = 'apps/api/src/accounts'
const billing = 'apps/api/src/billing'

export const areas = {
  accounts: {
    mutate: [`${accounts}/**/*.ts`, `!${accounts}/**/*.test.ts`],
    tests: [`${accounts}/**/*.test.ts`, 'apps/api/test/accounts/*.test.ts'],
  },
  access: {
    mutate: [
      ...from('apps/api/src', [
        'http/middleware/authenticate',
        'http/middleware/authorize',
        'http/client-address',
        'rate-limits/rate-limits',
        'rate-limits/repository',
      ]),
      'packages/contract/src/endpoint.ts',
    ],
    tests: [
      'apps/api/src/*.test.ts',
      'apps/api/src/http/*.test.ts',
      'apps/api/src/http/middleware/*.test.ts',
      'apps/api/test/access/*.test.ts',
      'apps/api/test/http/*.test.ts',
    ],
  },
  limits: {
    mutate: [
      'apps/api/src/database/consume-usage.ts',
      ...from('packages/core/src', ['plans/plans', 'plans/usage', 'runs/access']),
    ],
    tests: [
      'apps/api/src/database/consume-usage*.test.ts',
      'packages/core/src/plans/*.test.ts',
      'packages/core/src/runs/access.test.ts',
    ],
  },
  billing: {
    mutate: [
      `${billing}/**/*.ts`,
      `!${billing}/**/*.test.ts`,
      // Excludes this file, because only tests of the full set cover it: they start the fake provider.
      ...from(`!${billing}/stripe`, ['set-up-account']),
    ],
    // Excludes the other tests in apps/api/test/billing, because they take half a minute for each change that no test notices.
    tests: [`${billing}/**/*.test.ts`, 'apps/api/test/billing/provider.test.ts'],
  },
}
