import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cache = 'node_modules/.cache/stryker'

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Each area lists its tests. The option "related" would select nearly all tests of the API.
  vitest: { configFile: 'scripts/mutations/vitest.config.mjs', related: false },
  // For each mutant, Stryker runs only the tests that reach it.
  coverageAnalysis: 'perTest',
  // Skips mutants in code that runs when a module is loaded, because each would need all tests of the area.
  ignoreStatic: true,
  // Stryker copies the project outside the checkout, which stays unchanged. The copy is not in node_modules, because Vitest finds no tests
  // there.
  tempDirName: join(tmpdir(), 'netbox-mutations'),
  // Needs no change to the sources, because Vitest doesn't check types.
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: `${cache}/report.html` },
  jsonReporter: { fileName: `${cache}/report.json` },
}
