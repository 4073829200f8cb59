// Holds the rules of docs/architecture.md that neither turbo (between packages) nor the linter (imports by name,
// globals) can say: which folder may import which, and constructs that would break determinism.
import { fileURLToPath } from 'node:url'
import { findViolations } from './boundaries/find-violations.mjs'

const violations = findViolations(fileURLToPath(new URL('..', import.meta.url)))
for (const { file, line, message } of violations) console.error(`${file}:${line}  ${message}`)
if (violations.length > 0) {
  console.error(`\n${violations.length} broken ${violations.length === 1 ? 'boundary' : 'boundaries'}.`)
  process.exitCode = 1
}
