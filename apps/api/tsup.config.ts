import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds a program as a check of Node's version that then imports the file with the program itself. In one file, an old Node would fail at
 * the imports, before any code runs.
 */
const requireNode: Plugin = {
  name: 'require-node',
  setup: (build) => {
    build.onResolve({ filter: /\.ts$/ }, ({ path }) => ({
      path: path.replaceAll(/^.*[\\/]|\.ts$/g, ''),
      namespace: 'program',
    }))
    build.onResolve({ filter: /^\.\/run-/ }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /./, namespace: 'program' }, ({ path }) => ({
      contents: `import '../../scripts/require-node.cjs'\nawait import('./run-${path}.js')`,
      resolveDir: at('.'),
    }))
  },
}

const common: Options = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  dts: false,
  silent: true,
  splitting: false,
}

export default defineConfig([
  {
    ...common,
    entry: { main: 'src/main.ts', admin: 'src/admin.ts', 'stripe-setup': 'src/stripe-setup.ts' },
    esbuildPlugins: [requireNode],
  },
  // One file for each program, with netbox's own packages. Packages from npm stay outside, because drivers and loggers load parts of
  // themselves by name.
  {
    ...common,
    entry: { 'run-main': 'src/main.ts', 'run-admin': 'src/admin.ts', 'run-stripe-setup': 'src/stripe-setup.ts' },
    sourcemap: true,
    // Without this option the bundler writes `sqlite` for `node:sqlite`.
    removeNodeProtocol: false,
    noExternal: [/^@netbox\//],
    esbuildOptions: (esbuild) => {
      // Bundles netbox's packages from their sources, which needs no second build and leaves out unused code.
      esbuild.conditions = ['@netbox/source']
    },
  },
])
