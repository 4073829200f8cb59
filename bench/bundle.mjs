// The weight of core in a web page: what is loaded before any tool is run, and what each tool adds.
import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { table } from './statistics.mjs'

// What the public site needs of core before a run: catalogue, gate, usage, run state, plans and the words of a refusal.
const PAGE = `
import { checkAccess, createToolbox, findTool, homeTool, idle, limitsTable, pickerTools, plans, reduceRun, scenarios, showLimit, structuredData, toolBadges, tools } from '@netbox/core'
globalThis.netbox = { checkAccess, createToolbox, findTool, homeTool, idle, limitsTable, pickerTools, plans, reduceRun, scenarios, showLimit, structuredData, toolBadges, tools }
`

const { outputFiles, metafile } = await build({
  stdin: { contents: PAGE, resolveDir: import.meta.dirname, sourcefile: 'page.js' },
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: 'es2023',
  outdir: 'out',
  write: false,
  metafile: true,
  legalComments: 'none',
})

const sizeOf = (path) => {
  const file = outputFiles.find((output) => output.path.endsWith(`/${path}`))
  return gzipSync(file.contents, { level: 9 }).length
}

const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === 'page.js')
const initial = new Set()
const visit = (path) => {
  if (initial.has(path)) return
  initial.add(path)
  for (const { path: next, kind } of metafile.outputs[path].imports) if (kind === 'import-statement') visit(next)
}
visit(entry)

const total = (paths) => paths.reduce((sum, path) => sum + sizeOf(path), 0)
const later = Object.keys(metafile.outputs).filter((path) => !initial.has(path))
console.log(`\nCore in a web page, minified by esbuild, gzip -9\n`)
console.log(
  table(
    ['what', 'chunks', 'bytes'],
    [
      ['before any tool is run', initial.size, total([...initial])],
      ['on demand, all tools together', later.length, total(later)],
    ],
  ),
)
console.log(`\nbefore any tool is run: ${(total([...initial]) / 1000).toFixed(1)} kB (target 15)`)
if (process.argv.includes('--detail')) {
  const inputs = [...initial].flatMap((path) => Object.entries(metafile.outputs[path].inputs))
  for (const [path, { bytesInOutput }] of inputs
    .toSorted((a, b) => b[1].bytesInOutput - a[1].bytesInOutput)
    .slice(0, 40))
    console.log(bytesInOutput, path)
}
