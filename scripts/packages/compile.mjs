import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { node } from './run.mjs'

const require = createRequire(import.meta.url)
const typescript = require.resolve('typescript/package.json')
const compiler = join(dirname(typescript), require(typescript).bin.tsc)

/** The options of a strict project that is independent of this repository. */
export const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2023',
  types: [],
}

/** The usual compiler settings: Node's module resolution without DOM types, and a bundler's with DOM types. */
export const projects = {
  nodenext: { ...strictOptions, module: 'nodenext', lib: ['es2023'] },
  bundler: { ...strictOptions, module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
}

/** Compiles a program in a separate project. If it has errors, throws the compiler's messages. */
export const compile = ({ root, write }, name, program, compilerOptions) => {
  write(`${name}/program.ts`, program)
  write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  node([compiler, '-p', `${name}/tsconfig.json`], { cwd: root })
}
