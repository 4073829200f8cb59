import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// One file for each program, with netbox's own packages. Packages from npm stay outside, because drivers and loggers load parts of themselves
// by name.
export default defineConfig({
  entry: { main: 'src/main.ts', admin: 'src/admin.ts', 'stripe-setup': 'src/stripe-setup.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  clean: true,
  dts: false,
  silent: true,
  sourcemap: true,
  splitting: false,
  // Without this option the bundler writes `sqlite` for `node:sqlite`.
  removeNodeProtocol: false,
  noExternal: [/^@netbox\//],
  esbuildOptions: (esbuild) => {
    // Bundles netbox's packages from their sources, which needs no second build and leaves out unused code.
    esbuild.alias = {
      '@netbox/core/dns': at('../../packages/core/src/dns/index.ts'),
      '@netbox/core': at('../../packages/core/src/index.ts'),
      '@netbox/product': at('../../packages/product/src/index.ts'),
      '@netbox/email-verifier': at('../../packages/email-verifier/src/index.ts'),
      '@netbox/contract/openapi': at('../../packages/contract/src/openapi/index.ts'),
      '@netbox/contract': at('../../packages/contract/src/index.ts'),
    }
  },
})
