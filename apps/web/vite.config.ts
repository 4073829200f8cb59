import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig, type Plugin } from 'vite'
import { shortNames, splitCssModules } from './css-modules.ts'

const at = (path: string): string => new URL(path, import.meta.url).pathname

// A few large chunks compress better than many small ones: the code that starts pages and documentation, the code that hydrates pages,
// shared code, and the texts of a large page. The bundler splits all other code. `npm run journeys -- every-page` lists the files that
// every page loads.
const codeSplitting = {
  groups: [
    // The styles of every page, as src/main.ts imports them.
    {
      name: 'styles',
      test: /[\\/]styles[\\/]shell\.css$|[\\/]components[\\/](?:ui[\\/](?:button|chip|field|form-alert|panel|text-button)|layouts[\\/](?:footer|offline-hint|top)|trace[\\/]trace)\.(?:module\.css\.js|scoped\.css)$/,
      priority: 4,
    },
    {
      name: 'start',
      test: /preload-helper|[\\/]src[\\/](?:lib[\\/](?:copy-text|keep-offline|load-code|page-failure|storage|theme|theme-key|when-visible)|texts[\\/]layout)\.ts$/,
      priority: 3,
    },
    { name: 'hydrate', test: /rolldown[\\/]runtime|[\\/]src[\\/]hydrate\.tsx$/, priority: 2 },
    {
      name: 'marks',
      test: /[\\/]glyphs[\\/](?:status|trace)-glyphs?\.tsx$|[\\/]trace[\\/]trace\.tsx$|[\\/]plans[\\/]usage\.ts$|[\\/]lib[\\/](?:say-success|inline-messages)\.ts$/,
      priority: 1,
    },
    {
      name: 'mailbox',
      test: /[\\/]mailbox-migration[\\/](?:migration-form|presets)\.ts$|[\\/](?:messages|texts)[\\/]mailbox-migration\.ts$/,
    },
    {
      name: 'run',
      test: /[\\/]lib[\\/](?:use-tool-run|local-usage)\.ts$|[\\/]run[\\/](?:use-link|problem|run-by-key)\.ts$|[\\/]run[\\/](?:problem-lines|world-line)\.tsx$/,
    },
    { name: 'home', test: /[\\/]src[\\/]routes[\\/]home-page\.tsx$/, priority: 1 },
  ],
}

// Complete lists of the files to preload would take considerable space. A part that loads on demand therefore lists only its styles, and
// its code requests the rest. The entry lists everything.
const resolveDependencies = (_file: string, files: string[], { hostId, hostType }: Record<string, string>): string[] =>
  hostType === 'html' || /^assets\/(?:index|docs)-/.test(hostId ?? '')
    ? files
    : files.filter((file) => file.endsWith('.css'))

// For development without a service, replaces the site's entry with an entry that starts the mock API and then loads the site's entry.
const mockEntry: Plugin = {
  name: 'mock-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.ts', '/src/testing/start-mock.ts') },
}

// This builds the assets for browsers and the renderer of a path; prerender.mjs writes the pages with them.
export default defineConfig(({ command, mode, isSsrBuild }) => ({
  plugins: [react(), splitCssModules(), ...(mode === 'mock' ? [msw({ mode: 'worker-only' }), mockEntry] : [])],
  resolve: {
    // Packages are bundled from their sources, so they need no build of their own, and unused code is dropped.
    alias: {
      '@netbox/core/testing': at('../../packages/core/src/testing/index.ts'),
      '@netbox/core': at('../../packages/core/src/index.ts'),
      '@netbox/product': at('../../packages/product/src/index.ts'),
      '@netbox/contract': at('../../packages/contract/src/index.ts'),
      // The router includes a replacement for a hook that older versions of React lack.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      ...(command === 'build' ? { generateScopedName: shortNames() } : {}),
    },
  },
  build: {
    outDir: 'dist/site',
    // light-dark() stays unchanged: browsers have supported it for more than two years.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: isSsrBuild !== true,
    // The content security policy allows no data: URL for workers and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    ...(isSsrBuild === true
      ? { copyPublicDir: false }
      : { rolldownOptions: { input: [at('index.html'), at('docs.html')], output: { codeSplitting } } }),
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': 'http://localhost:5000' } },
}))
