import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'

const at = (path: string): string => new URL(path, import.meta.url).pathname

// For development without a service, replaces the site's entry with an entry that starts the mock API and then loads the site's entry.
const mockEntry: Plugin = {
  name: 'mock-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.ts', '/src/testing/start-mock.ts') },
}

// A file for every stage of a visit, each with everything that it imports and no earlier file has.
const stage = (name: string, module: string) => ({ name, test: (id: string): boolean => id === at(module) })

// Without these groups, each set of pages and parts that share a module would get a file of its own: 70 files for the page of a tool. The
// first group that matches a module gets it. What many pages share comes before the stages, so that no page loads a stage for it.
const groups = [
  // The embedded card uses React without the site.
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // The imports of the entries: the code before hydration, which the documentation uses too.
  { name: 'start', tags: ['$initial' as const], test: /preload-helper|[\\/]src[\\/](?:lib|texts)[\\/]/ },
  stage('site', 'src/hydrate.tsx'),
  { name: 'common', test: /[\\/](?:apps[\\/]web|packages[\\/]product)[\\/]/, minShareCount: 8 },
  // The embedded card runs a tool without the site's form.
  { name: 'core-runs', test: /core[\\/]src[\\/]runs[\\/](?:access|events|pacing)\.ts$/, minShareCount: 3 },
  { name: 'run', test: /components[\\/]run[\\/].*\.tsx$/, minShareCount: 3 },
  stage('home', 'src/routes/home-page.tsx'),
  stage('tool', 'src/routes/tool-run-screen.tsx'),
  stage('report', 'src/components/run/report-stage.tsx'),
  // The pages that list the scenarios don't load a world.
  { name: 'scenarios', test: /core[\\/]src[\\/]scenarios[\\/]index\.ts$/ },
  // What every run needs besides its tool.
  {
    name: 'world',
    test: /core[\\/]src[\\/]runs[\\/](?:create-toolbox|open-(?:run|plain)-world)\.ts|run[\\/]perform-run\.ts/,
  },
  // What the reports of many tools share. Without this group and the next one, the page of a mail check would make 70 requests.
  { name: 'reports', test: /core[\\/]src[\\/](?:reports|dns|network|web)[\\/]/, minShareCount: 4 },
  {
    name: 'core',
    test: /core[\\/]src[\\/](?!plans)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 5000,
  },
]

// This builds the assets for browsers and the renderer of a path; prerender.mjs writes the pages with them.
export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [tailwindcss(), react(), ...(mode === 'mock' ? [msw({ mode: 'worker-only' }), mockEntry] : [])],
  resolve: {
    // Packages are bundled from their sources, so they need no build of their own, and unused code is dropped.
    conditions: ['@netbox/source', ...(isSsrBuild === true ? defaultServerConditions : defaultClientConditions)],
    alias: {
      // The router includes a replacement for a hook that older versions of React lack.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  build: {
    outDir: 'dist/site',
    // light-dark() stays unchanged: browsers have supported it for more than two years.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: isSsrBuild !== true,
    // The content security policy allows no data: URL for workers and fonts.
    assetsInlineLimit: 0,
    // All pages share one style sheet.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild === true
      ? { copyPublicDir: false }
      : {
          rolldownOptions: {
            input: [at('index.html'), at('docs.html')],
            output: {
              codeSplitting: { groups },
              // The name of a shared file begins with its group and lists its users.
              chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            },
          },
        }),
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': 'http://localhost:5000' } },
}))
