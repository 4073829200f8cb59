import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { defineConfig, type Options } from 'tsup'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Keeps the screens out of the main file: they are a file of their own, loaded when a terminal asks for them. */
const screensApart: Plugin = {
  name: 'screens-apart',
  setup: (build) => {
    build.onResolve({ filter: /\/ui\/screens\.tsx$/ }, () => ({ path: './ui.mjs', external: true }))
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
  outDir: 'dist',
  platform: 'node',
  target: 'node22',
  minify: true,
  splitting: false,
  // Without this the bundler writes `fs` for `node:fs`.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
  // Core is read from its sources: one file holds everything but the screens, without a second build to wait for.
  noExternal: [/.*/],
}

// One CommonJS file starts fastest: Node reads, compiles and caches it in one go.
// The screens are ESM because Ink's layout engine waits for its WebAssembly at the top level.
export default defineConfig([
  {
    ...common,
    entry: { main: 'src/main.ts' },
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    clean: true,
    esbuildPlugins: [screensApart],
    esbuildOptions: (options) => {
      options.alias = { '@netbox/core': at('../../packages/core/src/index.ts') }
      options.legalComments = 'none'
    },
  },
  {
    ...common,
    entry: { ui: 'src/ui/screens.tsx' },
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    esbuildPlugins: [withoutDeveloperTools],
    esbuildOptions: (options) => {
      options.alias = { '@netbox/core': at('../../packages/core/src/index.ts') }
      options.legalComments = 'none'
      options.jsx = 'automatic'
      options.define = { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' }
      // Some of Ink's dependencies are CommonJS and ask for Node's modules by `require`.
      options.banner = { js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);" }
    },
  },
])
