import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

// .ci/run counts the tests from this file.
const { NETBOX_TEST_REPORT: report } = process.env

// Tests of only the full set: exhaustive, slow, or with programs that a newcomer does not have.
const FULL = '**/*.full.test.{ts,tsx}'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Unit tests read the packages' sources, so that a failure names a line of TypeScript and an old build can't hide it.
// Published code is tested as it ships: apps/cli/test runs the built command, check-packages.mjs the packed tarballs.
const packagesFromSource = [
  { find: /^@netbox\/core$/, replacement: at('packages/core/src/index.ts') },
  { find: /^@netbox\/core\/dns$/, replacement: at('packages/core/src/dns/index.ts') },
  { find: /^@netbox\/core\/network$/, replacement: at('packages/core/src/network/index.ts') },
  { find: /^@netbox\/core\/testing$/, replacement: at('packages/core/src/testing/index.ts') },
  { find: /^@netbox\/core\/web$/, replacement: at('packages/core/src/web/index.ts') },
  { find: /^@netbox\/product$/, replacement: at('packages/product/src/index.ts') },
  { find: /^@netbox\/email-verifier$/, replacement: at('packages/email-verifier/src/index.ts') },
  // Only for this repository, so no entry of the package: the servers on loopback that the verifier is tried against.
  { find: /^@netbox\/email-verifier\/testing$/, replacement: at('packages/email-verifier/test/support/servers.ts') },
  { find: /^@netbox\/simulated-internet$/, replacement: at('packages/simulated-internet/src/index.ts') },
  {
    find: /^@netbox\/simulated-internet\/world-files$/,
    replacement: at('packages/simulated-internet/src/world-files/index.ts'),
  },
  {
    find: /^@netbox\/simulated-internet\/namespace$/,
    replacement: at('packages/simulated-internet/src/namespace/index.ts'),
  },
  { find: /^@netbox\/contract$/, replacement: at('packages/contract/src/index.ts') },
  { find: /^@netbox\/contract\/openapi$/, replacement: at('packages/contract/src/openapi/index.ts') },
]

interface ProjectOptions {
  readonly globalSetup?: readonly string[]
  /** Returns every file its own process; without it files follow each other in one, which loads what they share once. */
  readonly isolate?: boolean
  readonly environment?: 'node' | 'happy-dom'
  readonly setupFiles?: readonly string[]
}

/** Names a project of the run; its paths are relative to the repository's root. */
const project = (
  name: string,
  include: string[],
  { globalSetup = [], isolate = true, environment = 'node', setupFiles = [] }: ProjectOptions = {},
) => ({
  extends: true as const,
  resolve: { alias: packagesFromSource },
  test: {
    name,
    include,
    // Outer limits, which only a busy machine comes near.
    testTimeout: 180_000,
    globalSetup: globalSetup.map(at),
    setupFiles: setupFiles.map(at),
    hookTimeout: 180_000,
    isolate,
    environment,
  },
})

// The code of these tests keeps its state in its objects, and vitest restores spies and variables: no state remains for
// the next file (docs/decisions/0023).
const shared = { isolate: false }

/**
 * Two sets: everything, and with `--mode quick` the deciding tests that need only Node and npm.
 * The quick set is the full set less the files `*.full.test.ts` and the suites on MariaDB.
 */
export default defineConfig(({ mode }) => ({
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  test: {
    // Components read the names of their classes, which stay as they are written.
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'non-scoped' } },
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? [FULL] : [])],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // A random test that fails prints its seed; `FC_SEED=<seed> npx vitest run <file>` runs it again.
    setupFiles: [at('scripts/vitest-setup.ts')],
    // A test that forgets to restore a spy or a variable must not change the next one.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    // In CI a test that failed runs once more, and CI names at its end what passed only then. Elsewhere it fails at once.
    retry: process.env.CI === undefined ? 0 : 1,
    // Polling needs time; on a busy machine more than vitest's second.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    // Files wait about as much as they work: for databases, for processes, for what is due later. Those of the full set need more room each.
    maxWorkers: availableParallelism() + (mode === 'quick' ? 2 : 1),
    projects: [
      project('core', ['packages/core/{src,test}/**/*.test.ts'], shared),
      project('product', ['packages/product/{src,test}/**/*.test.ts'], shared),
      project('contract', ['packages/contract/{src,test}/**/*.test.ts'], shared),
      project('email-verifier', ['packages/email-verifier/{src,test}/**/*.test.ts'], shared),
      project('simulated-internet', ['packages/simulated-internet/{src,test}/**/*.test.ts']),
      // A private MariaDB is started once for all suites that run on both engines, where one is installed.
      project('api', ['apps/api/{src,test}/**/*.test.ts'], {
        globalSetup: ['apps/api/test/support/mariadb-setup.ts', 'apps/api/test/support/reached-setup.ts'],
        isolate: false,
      }),
      project('cli', ['apps/cli/src/**/*.test.{ts,tsx}'], shared),
      // One API service is started for all files that sign in.
      project('command', ['apps/cli/test/**/*.test.{ts,tsx}'], {
        globalSetup: ['apps/cli/test/support/service-setup.ts'],
        isolate: false,
      }),
      project('web', ['apps/web/{src,prerender,test}/**/*.test.ts'], shared),
      // Whole pages of the site in a DOM, with a mock API: user journeys without a browser.
      project('components', ['apps/web/src/**/*.test.tsx'], {
        isolate: false,
        environment: 'happy-dom',
        setupFiles: ['apps/web/src/testing/setup.ts'],
      }),
      project('e2e', ['e2e/**/*.test.ts']),
      project('scripts', ['scripts/**/*.test.ts'], shared),
    ],
  },
}))
