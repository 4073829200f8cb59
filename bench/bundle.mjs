// The size of core in a web page, built by Vite: the code before a run, and the code on demand.
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { table } from './statistics.mjs'

// The parts of core that the public site needs before a run: catalogue, access check, usage, run state, plans and error messages.
// Structured data is written into the pages during the build.
const NAMES = [
  'checkAccess',
  'createToolbox',
  'findTool',
  'homeTool',
  'idle',
  'limitsTable',
  'pageMetadata',
  'pickerTools',
  'plans',
  'reduceRun',
  'scenarios',
  'showLimit',
  'toolBadges',
  'tools',
].join(', ')

const PAGE = '\0page'
const page = {
  name: 'page',
  resolveId: (id) => (id === 'page' ? PAGE : undefined),
  load: (id) => (id === PAGE ? `import { ${NAMES} } from '@netbox/core'\nglobalThis.netbox = { ${NAMES} }` : undefined),
}

const { output } = await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  plugins: [page],
  build: { write: false, target: 'es2023', modulePreload: false, rollupOptions: { input: 'page' } },
})

const chunks = output.filter(({ type }) => type === 'chunk')
const initial = new Set()
const visit = (fileName) => {
  if (initial.has(fileName)) return
  initial.add(fileName)
  for (const next of chunks.find((chunk) => chunk.fileName === fileName).imports) visit(next)
}
visit(chunks.find(({ isEntry }) => isEntry).fileName)

const sizeOf = ({ code }) => gzipSync(code, { level: 9 }).length
const total = (some) => some.reduce((sum, chunk) => sum + sizeOf(chunk), 0)
const before = chunks.filter(({ fileName }) => initial.has(fileName))
const later = chunks.filter(({ fileName }) => !initial.has(fileName))

console.log('\nCore in a web page, built by Vite, gzip -9\n')
console.log(
  table(
    ['what', 'chunks', 'bytes'],
    [
      ['before any tool is run', before.length, total(before)],
      ['on demand, all tools together', later.length, total(later)],
    ],
  ),
)
console.log(`\nbefore any tool is run: ${(total(before) / 1000).toFixed(1)} kB (target 20)`)
