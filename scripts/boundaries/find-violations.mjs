import { existsSync, globSync } from 'node:fs'
import { join, posix } from 'node:path'
import { folderRules } from './folder-rules.mjs'
import { readModule } from './read-module.mjs'
import { deterministicSyntax, errorsAreTheOnlyClasses } from './syntax-rules.mjs'

/** @typedef {{ file: string, line: number, message: string }} Violation */

const isTest = (file) => /\.test(?:-d)?\.tsx?$/.test(file)

/** @param {string} file */
const syntaxRulesFor = (file) => {
  const inCore = file.startsWith('packages/core/src/')
  const rules = [errorsAreTheOnlyClasses]
  if (inCore && file !== 'packages/core/src/platform.ts') rules.push(deterministicSyntax)
  return rules
}

/**
 * Lists every import and construct under `root` that breaks a rule of docs/architecture.md.
 *
 * @param {string} root
 * @returns {Violation[]}
 */
export const findViolations = (root) => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isTest(file) && existsSync(join(root, file)))
  return files.toSorted().flatMap((file) => violationsOf(root, file))
}

/** @returns {Violation[]} */
const violationsOf = (root, file) => {
  const { imports, program, lineAt } = readModule(join(root, file))
  const found = []
  for (const { specifier, kind, line } of imports) {
    if (!specifier.startsWith('.')) continue
    const edge = { from: file, to: posix.join(posix.dirname(file), specifier), kind }
    for (const rule of folderRules) {
      const message = rule(edge)
      if (message) found.push({ file, line, message: `${message} (${specifier})` })
    }
  }
  for (const rule of syntaxRulesFor(file))
    rule(program, (node, message) => found.push({ file, line: lineAt(node.start), message }))
  return found
}
