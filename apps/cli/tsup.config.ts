import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const core = at('../../packages/core/src')

// The files that the command loads with `require`. A run needs only the first one and one simulation.
const command: Record<string, string> = {
  main: at('src/main.ts'),
  ...Object.fromEntries(
    globSync('tools/**/*.simulation.ts', { cwd: core }).map((path) => [basename(path, '.ts'), join(core, path)]),
  ),
  // Core loads it on demand, too. In the same file, esbuild would wrap it and its imports in functions, which take longer to load.
  'open-world': join(core, 'runs/open-world.ts'),
  // A table of 130 kB that the main file and each simulation would contain.
  'public-suffix-table': join(core, 'foundation/public-suffix-table.ts'),
  findings: join(core, 'findings/index.ts'),
  account: at('src/account/account.ts'),
  comparison: at('src/output/comparison.ts'),
  'run-exercise': at('src/exercise/run-exercise.ts'),
  'init-project': at('src/run/init-project.ts'),
  'write-mail-reports': at('src/run/write-mail-reports.ts'),
  preflight: at('src/preflight/preflight.ts'),
  'world-tasks': at('src/run/world-tasks.ts'),
  'completion-scripts': at('src/output/completion-scripts.ts'),
  'serve-world': at('src/serve/serve-world.ts'),
  'run-shrink': at('src/serve/run-shrink.ts'),
  'run-matrix': at('src/serve/run-matrix.ts'),
  'examine-machine': at('src/serve/examine-machine.ts'),
  // The program that `serve-world` starts inside the namespaces.
  inside: at('src/serve/inside.ts'),
  'world-files': at('../../packages/simulated-internet/src/world-files/index.ts'),
}

// The files that only a terminal needs. They are ES modules, because Ink's layout engine awaits its WebAssembly at the top level.
const terminal: Record<string, string> = {
  screens: at('src/screens/screens.tsx'),
}

/** Builds each listed file apart: a dynamic import loads the built file, with `require` if it is CommonJS. */
const apart: Plugin = {
  name: 'apart',
  setup: (build) => {
    const nameIn = (files: typeof command, path: string) => Object.keys(files).find((name) => files[name] === path)
    build.onResolve({ filter: /^[.@]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === apart) return undefined
      const found = await build.resolve(path, { kind, resolveDir, pluginData: apart })
      const [required, imported] = [nameIn(command, found.path), nameIn(terminal, found.path)]
      if (required !== undefined) return { path: `./${required}.cjs`, namespace: 'apart' }
      return imported === undefined ? found : { path: `./${imported}.js`, external: true }
    })
    build.onResolve({ filter: /\/public-suffix-table\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: `./${basename(path, '.ts')}.cjs`, external: true },
    )
    build.onResolve({ filter: /./, namespace: 'apart' }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}

/** Leaves out what commander and chalk import for features that the command doesn't use: starting programs, detecting colors. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: (build) => {
    build.onResolve({ filter: /^node:(?:child_process|fs|path)$|^#supports-color$/ }, ({ path, importer }) =>
      /[\\/](?:commander|chalk)[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default {}' }))
  },
}

const common: Options = {
  target: 'node22',
  minify: true,
  splitting: false,
  // Keeps `node:fs`, which tsup would shorten to `fs`.
  removeNodeProtocol: false,
  silent: true,
  // Bundles netbox's packages from their sources. A list of conditions replaces esbuild's own, which is `module`.
  esbuildOptions: (esbuild) => {
    esbuild.conditions = ['@netbox/source', 'module']
  },
}
// CommonJS starts fastest, because Node reads, compiles and caches a single file.
const commonJs: Options = { format: 'cjs', outExtension: () => ({ js: '.cjs' }) }

export default defineConfig([
  { ...common, ...commonJs, entry: command, esbuildPlugins: [apart, withoutUnused] },
  {
    ...common,
    format: 'esm',
    entry: terminal,
    esbuildPlugins: [apart],
    // Ink loads React's developer tools only where they are installed.
    external: ['./devtools.js'],
    // Ink's layout engine would use `fetch` to read its own WebAssembly, which loads Node's whole HTTP client.
    define: { 'process.env.NODE_ENV': '"production"', fetch: 'undefined' },
    // Some dependencies are CommonJS and use `require` to load Node's modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  },
])
