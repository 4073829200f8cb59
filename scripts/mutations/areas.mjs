// Returns the paths of an area's files. They have no braces, because Stryker splits its lists at commas.
const from = (folder, names) => names.map((name) => `${folder}/${name}.ts`)
const accounts = 'apps/api/src/accounts'
const billing = 'apps/api/src/billing'
const features = 'apps/api/src/features/billing'

export const areas = {
  accounts: {
    mutate: [`${accounts}/**/*.ts`, `!${accounts}/**/*.test.ts`],
    tests: [`${accounts}/**/*.test.ts`, 'apps/api/test/auth/*.test.ts', 'apps/api/test/account/*.test.ts'],
  },
  access: {
    mutate: [
      ...from('apps/api/src', ['middleware/authenticate', 'middleware/authorize', 'client-address', 'rate-limits']),
      'packages/contract/src/endpoint.ts',
    ],
    tests: [
      'apps/api/src/*.test.ts',
      'apps/api/src/middleware/*.test.ts',
      'apps/api/test/access/*.test.ts',
      'apps/api/test/http/*.test.ts',
    ],
  },
  limits: {
    mutate: [
      'apps/api/src/db/consume-usage.ts',
      ...from('packages/core/src', ['plans/plans', 'plans/usage', 'runs/access']),
    ],
    tests: [
      'apps/api/src/db/consume-usage*.test.ts',
      'packages/core/src/plans/*.test.ts',
      'packages/core/src/runs/access.test.ts',
    ],
  },
  billing: {
    mutate: [
      ...[billing, features].flatMap((folder) => [`${folder}/*.ts`, `!${folder}/*.test.ts`]),
      // Only tests of the full set start the fake provider and check its setup.
      ...from(`!${billing}`, ['set-up-account']),
    ],
    // The other tests in apps/api/test/billing take half a minute for each survivor.
    tests: [`${billing}/*.test.ts`, `${features}/*.test.ts`, 'apps/api/test/billing/provider.test.ts'],
  },
}
