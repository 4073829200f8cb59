import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => new URL(path, import.meta.url).pathname

// The pages are written by prerender.mjs from what this builds: assets for browsers, and the renderer of a path.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: {
    // Read from the sources: no second build to wait for, and nothing of them that is not used.
    alias: {
      '@netbox/core': at('../../packages/core/src/index.ts'),
      '@netbox/contract': at('../../packages/contract/src/index.ts'),
    },
  },
  build: {
    outDir: 'dist/site',
    // light-dark() as it is written: the browsers that know it are two years old and more.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: isSsrBuild !== true,
    // A data: URL is nothing that the content security policy lets a worker or a font be.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild === true ? { copyPublicDir: false } : {}),
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': 'http://localhost:5000' } },
}))
