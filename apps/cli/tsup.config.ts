import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { defineConfig, type Options } from 'tsup'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const core = at('../../packages/core/src')
const SIMULATION = '.simulation.ts'

const nameOf = (path: string): string => basename(path, SIMULATION)

const simulations = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(SIMULATION))

/** Keeps the screens out of the main file: they are a file of their own, loaded when a terminal asks for them. */
const screensApart: Plugin = {
  name: 'screens-apart',
  setup: (build) => {
    build.onResolve({ filter: /\/ui\/screens\.tsx$/ }, () => ({ path: './ui.mjs', external: true }))
  },
}

/**
 * Keeps each tool's simulation in a file of its own: one run needs one of twenty-five, and reading the others costs
 * more than the run. They are asked for by `require`, because the loader of ES modules is slow to start.
 */
const simulationsApart: Plugin = {
  name: 'simulations-apart',
  setup: (build) => {
    build.onResolve({ filter: /\.simulation\.ts$/ }, ({ path }) => ({ path: nameOf(path), namespace: 'simulation' }))
    build.onResolve({ filter: /^\.\/simulations\//, namespace: 'simulation' }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /.*/, namespace: 'simulation' }, ({ path }) => ({
      contents: `module.exports = require('./simulations/${path}.cjs')`,
    }))
  },
}

/** Ink reaches for React's developer tools when asked to by a variable; the command never does. */
const withoutDeveloperTools: Plugin = {
  name: 'without-developer-tools',
  setup: (build) => {
    build.onResolve({ filter: /^react-devtools-core$|\/devtools\.js$/ }, () => ({ path: 'none', namespace: 'empty' }))
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

const common: Options = {
  platform: 'node',
  target: 'node22',
  minify: true,
  splitting: false,
  // Without this the bundler writes `fs` for `node:fs`.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
  noExternal: [/.*/],
}

const bundle = (options: NonNullable<Options['esbuildOptions']> = () => undefined): Options => ({
  ...common,
  esbuildOptions: (esbuild, context) => {
    // Core is read from its sources: no second build to wait for, and nothing of it that is not used.
    esbuild.alias = { '@netbox/core': join(core, 'index.ts') }
    esbuild.legalComments = 'none'
    options(esbuild, context)
  },
})

const commonJs: Options = { format: 'cjs', outExtension: () => ({ js: '.cjs' }) }

// CommonJS starts fastest: Node reads, compiles and caches one file in one go.
// The screens are ESM because Ink's layout engine waits for its WebAssembly at the top level.
export default defineConfig([
  {
    ...bundle(),
    ...commonJs,
    entry: { main: 'src/main.ts' },
    outDir: 'dist',
    esbuildPlugins: [screensApart, simulationsApart],
  },
  {
    ...bundle(),
    ...commonJs,
    entry: Object.fromEntries(simulations.map((path) => [nameOf(path), join(core, path)])),
    outDir: 'dist/simulations',
    clean: true,
  },
  {
    ...bundle((esbuild) => {
      esbuild.jsx = 'automatic'
      esbuild.define = { ...esbuild.define, 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' }
      // Some of Ink's dependencies are CommonJS and ask for Node's modules by `require`.
      esbuild.banner = { js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);" }
    }),
    entry: { ui: 'src/ui/screens.tsx' },
    outDir: 'dist',
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    esbuildPlugins: [withoutDeveloperTools],
  },
])
