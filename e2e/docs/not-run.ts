/** Commands of the pages that no test runs: page, heading, and why. A new one has to be written here, where it is seen. */
export const notRun: readonly string[] = [
  'CONTRIBUTING.md, Contributing: installs and builds; CI does both on a fresh machine',
  'CONTRIBUTING.md, Work on the site: servers that stay',
  'CONTRIBUTING.md, Tests: tests that run tests',
  'README.md, netbox: installs and builds; CI does both on a fresh machine',
  'docs/billing.md, Try it without an account: installs and builds; apps/api/test/billing/attached-double.test.ts starts what is built so',
  'docs/billing.md, Set an account up: takes an account of Stripe',
  'docs/configuration.md, Configuration: a server that stays; apps/api/src/config.test.ts reads the file',
  'docs/getting-started.md, Getting started: installs and builds; CI does both on a fresh machine',
  'docs/operation.md, Start: servers that stay',
  'docs/performance.md, Performance: measures for minutes, on a quiet machine',
  'docs/tools/dns-diagnostic.md, Example: takes the Pro plan',
  'docs/tools/email-migration.md, Example: takes the Pro plan',
]
