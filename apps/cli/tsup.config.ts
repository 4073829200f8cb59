import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const core = at('../../packages/core/src')
const simulatedInternet = at('../../packages/simulated-internet/src')
const worldFiles = join(simulatedInternet, 'world-files/index.ts')
const contract = at('../../packages/contract/src')
const updateNotifier = dirname(createRequire(import.meta.url).resolve('update-notifier'))
const SIMULATION = '.simulation.ts'

const nameOf = (path: string): string => basename(path, SIMULATION)

const simulations = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(SIMULATION))

/** Keeps the screens and the update check out of the main file. They are ES modules, which the command loads only for a terminal. */
const modulesApart: Plugin = {
  name: 'modules-apart',
  setup: (build) => {
    build.onResolve({ filter: /\/screens\.tsx$/ }, () => ({ path: './screens.mjs', external: true }))
    build.onResolve({ filter: /\/update-hint\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './update/update-hint.js', external: true } : undefined,
    )
  },
}

/**
 * Keeps rarely needed code out of the main file: calls to the service, `netbox serve`, the completion scripts, the comparison of runs, and
 * the reader of world files. `require` loads them, as it loads simulations.
 */
const onDemandApart: Plugin = {
  name: 'on-demand-apart',
  setup: (build) => {
    build.onResolve(
      { filter: /\/(?:account|serve-world|completion-scripts|comparison)\.ts$|\/world-files$/, namespace: 'file' },
      ({ path, kind }) =>
        kind === 'dynamic-import' ? { path: basename(path, '.ts'), namespace: 'on-demand' } : undefined,
    )
    build.onResolve({ filter: /^\.\//, namespace: 'on-demand' }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /.*/, namespace: 'on-demand' }, ({ path }) => ({
      contents: `module.exports = require('./${path}.cjs')`,
    }))
  },
}

/**
 * Keeps each tool's simulation in its own file: a run needs only one of them, and loading the others takes longer than the run. `require`
 * loads them, because the loader of ES modules is slow to start.
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

/** Leaves out React's developer tools, which Ink would load if an environment variable were set. */
const withoutDeveloperTools: Plugin = {
  name: 'without-developer-tools',
  setup: (build) => {
    build.onResolve({ filter: /^react-devtools-core$|\/devtools\.js$/ }, () => ({ path: 'none', namespace: 'empty' }))
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

/**
 * Hides `fetch` from Ink's layout engine, which would use it to read its WebAssembly from a data URL. That loads Node's whole HTTP client,
 * and takes half the time to the first frame. Without `fetch`, the engine decodes the data URL.
 */
const withoutFetch: Plugin = {
  name: 'without-fetch',
  setup: (build) => {
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: [
        'const fetch = undefined',
        "const atob = (text) => Buffer.from(text, 'base64').toString('latin1')",
        readFileSync(path, 'utf8'),
      ].join('\n'),
    }))
  },
}

/**
 * Leaves out dependencies of features that the command doesn't use: commander can start programs as subcommands, and chalk detects a
 * terminal's colors. Loading these dependencies takes longer than loading the rest of both packages. `node:process` is replaced by the
 * global, because esbuild would copy the module.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: (build) => {
    build.onResolve({ filter: /^node:(?:child_process|fs|path|process)$|^#supports-color$/ }, ({ path, importer }) =>
      /[\\/](?:commander|chalk)[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: path === 'node:process' ? 'export default process' : 'export default { stdout: false, stderr: false }',
    }))
  },
}

/**
 * Imports `open-world.ts` statically. Core loads it on demand for the sake of web pages, but the command always needs it. If a module is
 * imported in both ways, esbuild wraps it and all its imports in functions, which take longer to load than the rest of core.
 */
const openWorldAtOnce: Plugin = {
  name: 'open-world-at-once',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]create-toolbox\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const onDemand = "await import('./open-world.ts')"
      if (!source.includes(onDemand)) throw new Error(`${path} no longer loads open-world.ts on demand`)
      const contents = `import * as worlds from './open-world.ts'\n${source.replace(onDemand, 'worlds')}`
      return { contents, loader: 'ts' }
    })
  },
}

/** Measures the width of plain text without Unicode tables. Loads string-width, which contains the tables, only for other text. */
const plainWidth: Plugin = {
  name: 'plain-width',
  setup: (build) => {
    build.onResolve({ filter: /^string-width$/ }, ({ resolveDir, pluginData }) =>
      pluginData === 'real' ? undefined : { path: resolveDir, namespace: 'width', pluginData: resolveDir },
    )
    build.onResolve({ filter: /^real:string-width$/, namespace: 'width' }, ({ importer }) =>
      build.resolve('string-width', { kind: 'require-call', resolveDir: importer, pluginData: 'real' }),
    )
    build.onLoad({ filter: /.*/, namespace: 'width' }, ({ path }) => ({
      resolveDir: path,
      contents: `
        import { plainWidth } from '${at('src/screens/plain-width.ts')}'
        const width = (text, options) => plainWidth(text) ?? require('real:string-width').default(text, options)
        export default width`,
    }))
  },
}

const common: Options = {
  platform: 'node',
  target: 'node22',
  minify: true,
  splitting: false,
  // Without this option the bundler writes `fs` for `node:fs`.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
  noExternal: [/.*/],
}

const bundle = (options: NonNullable<Options['esbuildOptions']> = () => undefined): Options => ({
  ...common,
  esbuildOptions: (esbuild, context) => {
    // Bundles the packages from their sources, so that they need no build and unused code is left out.
    esbuild.alias = {
      '@netbox/core': join(core, 'index.ts'),
      '@netbox/core/dns': join(core, 'dns/index.ts'),
      '@netbox/core/network': join(core, 'network/index.ts'),
      '@netbox/core/web': join(core, 'web/index.ts'),
      '@netbox/core/testing': join(core, 'testing/index.ts'),
      '@netbox/simulated-internet': join(simulatedInternet, 'index.ts'),
      '@netbox/simulated-internet/namespace': join(simulatedInternet, 'namespace/index.ts'),
      '@netbox/simulated-internet/world-files': worldFiles,
      '@netbox/product': at('../../packages/product/src/index.ts'),
      '@netbox/contract': join(contract, 'index.ts'),
    }
    esbuild.legalComments = 'none'
    options(esbuild, context)
  },
})

// Defines `require`, which ES modules lack: some dependencies are CommonJS and use it to load Node's modules.
const withRequire: NonNullable<Options['esbuildOptions']> = (esbuild) => {
  esbuild.banner = {
    js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
  }
}

const commonJs: Options = { format: 'cjs', outExtension: () => ({ js: '.cjs' }) }

// CommonJS starts fastest, because Node reads, compiles and caches a single file. The screens are ESM because Ink's layout engine awaits
// its WebAssembly at the top level.
export default defineConfig([
  {
    ...bundle(),
    ...commonJs,
    entry: { main: 'src/main.ts' },
    outDir: 'dist',
    esbuildPlugins: [modulesApart, simulationsApart, onDemandApart, openWorldAtOnce, withoutUnused],
  },
  {
    ...bundle(),
    ...commonJs,
    entry: {
      account: 'src/account/account.ts',
      'completion-scripts': 'src/output/completion-scripts.ts',
      comparison: 'src/output/comparison.ts',
      'world-files': worldFiles,
      'serve-world': 'src/serve/serve-world.ts',
      // The program that `serve-world` starts inside the namespaces.
      inside: 'src/serve/inside.ts',
    },
    outDir: 'dist',
    esbuildPlugins: [modulesApart, simulationsApart, onDemandApart, openWorldAtOnce, withoutUnused],
  },
  {
    ...bundle(),
    ...commonJs,
    entry: Object.fromEntries(simulations.map((path) => [nameOf(path), join(core, path)])),
    outDir: 'dist/simulations',
    clean: true,
  },
  {
    ...bundle((esbuild, context) => {
      withRequire(esbuild, context)
      esbuild.jsx = 'automatic'
      esbuild.define = { ...esbuild.define, 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' }
    }),
    entry: { screens: 'src/screens/screens.tsx' },
    outDir: 'dist',
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    esbuildPlugins: [withoutDeveloperTools, withoutFetch, plainWidth],
  },
  {
    ...bundle(withRequire),
    // update-notifier starts `check.js` from the folder of its own file. The two files share code.
    entry: { 'update-hint': 'src/output/update-hint.ts', check: join(updateNotifier, 'check.js') },
    outDir: 'dist/update',
    format: 'esm',
    splitting: true,
    clean: true,
  },
])
