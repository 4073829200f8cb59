import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cache = 'node_modules/.cache/stryker'

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // The area names its tests, because "related" tests would be nearly all of the API's.
  vitest: { configFile: 'scripts/mutations/vitest.config.mjs', related: false },
  // Each mutant runs only the tests that reach it.
  coverageAnalysis: 'perTest',
  // A mutant in code that runs during module loading would need every test of the area.
  ignoreStatic: true,
  // Vitest finds no tests below node_modules, and the checkout stays unchanged.
  tempDirName: join(tmpdir(), 'netbox-mutations'),
  // Vitest removes types without checking them.
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: `${cache}/report.html` },
  jsonReporter: { fileName: `${cache}/report.json` },
}
