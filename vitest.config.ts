import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// .ci/run counts the tests in the reports in this folder.
const { NETBOX_TEST_REPORTS: reports } = process.env

// The tests that the quick set leaves out. They are exhaustive or slow, or need programs that a new contributor may not have.
const FULL = '**/*.full.test.{ts,tsx}'

// Small files that take long. Vitest starts the files of a project in the order of their sizes, and a long one at the end would run alone.
const LONG = /\/(?:claims|docs|exercise|smtp-dialogues|tls-faults)\.full\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The method of the class sorts a copy.
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Unit tests import the packages' sources, so that an error shows a line of TypeScript, and an old build has no effect. Other tests use the
// published code: apps/cli/test runs the built command, and check-packages.mjs uses the packed tarballs.
const fromSource = ['@netbox/source', ...defaultServerConditions]

interface ProjectOptions {
  readonly globalSetup?: readonly string[]
  /** Whether every file runs in a separate process. Otherwise, files share a process, which loads common modules only once. */
  readonly isolate?: boolean
  readonly environment?: 'node' | 'happy-dom'
  readonly setupFiles?: readonly string[]
}

/** Returns a function that defines a Vitest project. Its paths are relative to the repository's root. */
const projectsOf =
  (mode: string) =>
  (
    name: string,
    include: string[],
    { globalSetup = [], isolate = true, environment = 'node', setupFiles = [] }: ProjectOptions = {},
  ) => ({
    extends: true as const,
    resolve: { conditions: fromSource },
    ssr: { resolve: { conditions: fromSource } },
    test: {
      name,
      include: mode === 'full' ? include.map((pattern) => pattern.replace('*.test.', '*.full.test.')) : include,
      // These limits are generous, so that a busy machine doesn't reach them.
      testTimeout: 180_000,
      globalSetup: globalSetup.map(at),
      setupFiles: setupFiles.map(at),
      hookTimeout: 180_000,
      isolate,
      environment,
    },
  })

// Files can share a process without side effects: the tested code has no global state, and Vitest restores spies and variables
// (docs/decisions/0027).
const shared = { isolate: false }

/**
 * Without a mode, all tests run. The modes divide them, so that each test is in exactly one: `quick` has the tests that need only Node and
 * npm, `full` the files `*.full.test.ts`, and `mariadb` the suites that run on MariaDB too, whose names end in `(mysql)`.
 */
export default defineConfig(({ mode }) => {
  const project = projectsOf(mode)
  return {
    test: {
      exclude: [...configDefaults.exclude, ...(mode === 'quick' || mode === 'mariadb' ? [FULL] : [])],
      ...(mode === 'mariadb' ? { testNamePattern: /\(mysql\)/ } : {}),
      reporters: reports ? ['default', ['json', { outputFile: `${reports}/${mode}.json` }]] : ['default'],
      // A failed random test prints its seed. To repeat it, run `FC_SEED=<seed> npx vitest run <file>`.
      setupFiles: [at('scripts/vitest-setup.ts')],
      // Restores spies and variables, so that a test that forgets to do so can't affect the next one.
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      allowOnly: false,
      sequence: { sequencer: LongFirst },
      // In CI, a failed test runs once more, and CI lists the tests that passed only on the retry at its end. Elsewhere, a test isn't
      // repeated.
      retry: process.env.CI === undefined ? 0 : 1,
      // On a busy machine, polling takes longer than Vitest's default of one second.
      expect: { poll: { timeout: 20_000, interval: 10 } },
      // More workers than processors, because test files spend about half their time waiting for databases, processes and timers. Most full
      // tests start servers and clients, which have time limits of their own: more of them at once take as long, and reach these limits.
      maxWorkers: availableParallelism() + (mode === 'full' ? 1 : 3),
      projects: [
        project('core', ['packages/core/{src,test}/**/*.test.ts'], shared),
        project('product', ['packages/product/{src,test}/**/*.test.ts'], shared),
        project('contract', ['packages/contract/{src,test}/**/*.test.ts'], shared),
        project('email-verifier', ['packages/email-verifier/{src,test}/**/*.test.ts'], shared),
        project('simulated-internet', ['packages/simulated-internet/{src,test}/**/*.test.ts']),
        // If MariaDB is installed, starts a private server once for all suites that run on both engines.
        project('api', ['apps/api/{src,test}/**/*.test.ts'], {
          globalSetup: ['apps/api/test/support/mariadb-setup.ts', 'apps/api/test/support/reached-setup.ts'],
          isolate: false,
        }),
        project('cli', ['apps/cli/src/**/*.test.{ts,tsx}'], shared),
        // Starts one API service for all files that sign in.
        project('command', ['apps/cli/test/**/*.test.{ts,tsx}'], {
          globalSetup: ['apps/cli/test/support/service-setup.ts'],
          isolate: false,
        }),
        project('web', ['apps/web/{src,prerender,test}/**/*.test.ts'], shared),
        // Tests user journeys without a browser: renders whole pages of the site in a DOM, with a mock API.
        project('components', ['apps/web/src/**/*.test.tsx'], {
          isolate: false,
          environment: 'happy-dom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
        }),
        project('e2e', ['e2e/**/*.test.ts']),
        project('scripts', ['scripts/**/*.test.ts'], shared),
      ],
    },
  }
})
