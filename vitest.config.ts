import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

// .ci/run counts the tests from this file.
const { NETBOX_TEST_REPORT: report } = process.env

// Tests of the full set only: exhaustive, slow, or with programs that a newcomer may not have.
const FULL = '**/*.full.test.{ts,tsx}'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Unit tests read the packages' sources, so that a failure names a line of TypeScript and does not depend on an old build. Published code
// is tested as shipped: apps/cli/test runs the built command, check-packages.mjs the packed tarballs.
const packagesFromSource = [
  { find: /^@netbox\/core$/, replacement: at('packages/core/src/index.ts') },
  { find: /^@netbox\/core\/dns$/, replacement: at('packages/core/src/dns/index.ts') },
  { find: /^@netbox\/core\/network$/, replacement: at('packages/core/src/network/index.ts') },
  { find: /^@netbox\/core\/testing$/, replacement: at('packages/core/src/testing/index.ts') },
  { find: /^@netbox\/core\/web$/, replacement: at('packages/core/src/web/index.ts') },
  { find: /^@netbox\/product$/, replacement: at('packages/product/src/index.ts') },
  { find: /^@netbox\/email-verifier$/, replacement: at('packages/email-verifier/src/index.ts') },
  // Only for this repository, so it is not an entry of the package: the loopback servers that test the verifier.
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
  /** Runs every file in its own process; without it, files share a process, which loads common modules once. */
  readonly isolate?: boolean
  readonly environment?: 'node' | 'happy-dom'
  readonly setupFiles?: readonly string[]
}

/** Defines a project of the run; its paths are relative to the repository's root. */
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
    // Outer limits, which only a busy machine approaches.
    testTimeout: 180_000,
    globalSetup: globalSetup.map(at),
    setupFiles: setupFiles.map(at),
    hookTimeout: 180_000,
    isolate,
    environment,
  },
})

// The tested code keeps its state in objects, and vitest restores spies and variables, so no state remains for the next file
// (docs/decisions/0023).
const shared = { isolate: false }

/**
 * Two sets: everything, and with `--mode quick` the most important tests, which need only Node and npm. The quick set is the full set
 * without the files `*.full.test.ts` and the suites on MariaDB.
 */
export default defineConfig(({ mode }) => ({
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  test: {
    // Components read the names of their classes, which stay as they are written.
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'non-scoped' } },
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? [FULL] : [])],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // A failed random test prints its seed; `FC_SEED=<seed> npx vitest run <file>` repeats it.
    setupFiles: [at('scripts/vitest-setup.ts')],
    // A test that forgets to restore a spy or a variable must not change the next one.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    // In CI a failed test runs once more, and CI lists at its end the tests that passed only on the retry. Elsewhere it fails at once.
    retry: process.env.CI === undefined ? 0 : 1,
    // Polling needs time; on a busy machine more than vitest's default of one second.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    // Files wait about as much as they work: for databases, processes and timers. Those of the full set need more memory each.
    maxWorkers: availableParallelism() + (mode === 'quick' ? 2 : 1),
    projects: [
      project('core', ['packages/core/{src,test}/**/*.test.ts'], shared),
      project('product', ['packages/product/{src,test}/**/*.test.ts'], shared),
      project('contract', ['packages/contract/{src,test}/**/*.test.ts'], shared),
      project('email-verifier', ['packages/email-verifier/{src,test}/**/*.test.ts'], shared),
      project('simulated-internet', ['packages/simulated-internet/{src,test}/**/*.test.ts']),
      // A private MariaDB is started once for all suites that run on both engines, if one is installed.
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
