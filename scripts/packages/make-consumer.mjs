import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { node, nodes, run } from './run.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'

/**
 * Creates a project that is independent of this repository and installs tarballs in it. npm has neither a network nor a cache, so the
 * installation fails if a dependency is missing.
 *
 * @param {string} root
 * @param {readonly string[]} tarballs
 */
export const makeConsumer = (root, tarballs) => {
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('package.json', JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, type: 'module' }))
  run(
    'npm',
    ['install', '--offline', '--ignore-scripts', '--loglevel=error', '--cache', join(root, 'cache'), ...tarballs],
    {
      cwd: root,
      shell: process.platform === 'win32',
    },
  )
  return { root, write }
}

const require = createRequire(import.meta.url)
const typescript = require.resolve('typescript/package.json')
const compiler = join(dirname(typescript), require(typescript).bin.tsc)

/** Runs a library's program in an external project, as an ES module or as CommonJS, on every supported and installed Node. */
export const runProgram = ({ root, write }, { program, prints }, kind) => {
  // CommonJS can't wait outside of a function.
  const text =
    kind === 'mjs'
      ? program
      : program
          .replaceAll(/^import (?:\* as )?(.*) from (.*)$/gm, 'const $1 = require($2)')
          .replace(/\n\n([^]*)$/, '\nconst main = async () => {\n$1}\nmain()\n')
  write(`program.${kind}`, text)
  return nodes([`program.${kind}`], { cwd: root, prints })
}

/** Compiles a library's typed program in separate projects. If one has errors, throws the compiler's messages. */
export const compileTypes = ({ root, write }, { types, projects }) => {
  for (const [name, compilerOptions] of Object.entries(projects)) {
    write(`${name}/program.ts`, types)
    write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    node([compiler, '-p', `${name}/tsconfig.json`, '--checkers', '1'], { cwd: root })
  }
  return Object.keys(projects).join(', ')
}
