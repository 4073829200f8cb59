// Measures the public site as served: Lighthouse on every page, the data that each page loads before any interaction, and its largest paint
// compared with the same page without scripts. `--only /,/docs` measures these pages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importApart } from './install-apart.mjs'
import { startApi } from './api/servers.mjs'
import { median, table } from './statistics.mjs'
import { startBrowser } from './web/browser.mjs'
import { relay } from './web/scriptless.mjs'
import { slowPaint, weigh } from './web/visit.mjs'

const { default: lighthouse } = await importApart('bench-web', ['lighthouse', '13.5.0'], 'core/index.js')

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
// The kinds of pages, with one page of each, because the tools' pages are all alike.
const KINDS = ['/', '/mx-record', '/email-validation', '/email-migration', '/login', '/pricing', '/help']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const chosen = process.argv.indexOf('--only')
const only = chosen === -1 ? undefined : process.argv[chosen + 1].split(',')

const publicPaths = async (url) => {
  const map = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...map.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path)
}

const kilo = (bytes) => (bytes / 1000).toFixed(1)

/** Lists the reasons why a page misses the full score. */
const missed = ({ categories, audits }) =>
  Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${id} ${audits[id].score} ${audits[id].displayValue ?? ''}`.trim()),
  )

const audit = async (url, port) => {
  const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES })
  const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100))
  const { 'largest-contentful-paint': paint, 'cumulative-layout-shift': shift } = lhr.audits
  return { scores, paint: paint.numericValue, shift: shift.numericValue, missed: missed(lhr) }
}

const auditAll = async (paths, { url, browser, port }) => {
  const rows = []
  const notes = []
  for (const path of paths) {
    const weight = await weigh(browser, `${url}${path}`)
    const { scores, paint, shift, missed: missing } = await audit(`${url}${path}`, port)
    rows.push([
      path,
      ...scores,
      `${Math.round(paint)} ms`,
      shift.toFixed(3),
      kilo(weight.script),
      kilo(weight.stylesheet),
      kilo(weight.font),
    ])
    if (scores.some((score) => score < 100)) notes.push(`${path}: ${missing.join(', ')}`)
    process.stderr.write(`${path} ${scores.join(' ')}\n`)
  }
  const heads = ['page', 'perf.', 'access.', 'practices', 'SEO', 'LCP', 'CLS', 'JS kB', 'CSS kB', 'fonts kB']
  console.log(`\nLighthouse, mobile preset; before any interaction, gzip\n\n${table(heads, rows)}`)
  for (const note of notes) console.log(note)
}

/** Compares pages with and without scripts. Their rounds alternate, so that a slowdown of the machine affects both. */
const comparePaint = async (paths, { url, browser }) => {
  const [ours, bare] = [await relay(url, { hasScripts: true }), await relay(url, { hasScripts: false })]
  const rows = []
  for (const path of paths) {
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const base = await slowPaint(browser, `${bare.url}${path}`)
      rounds.push({ base, paint: await slowPaint(browser, `${ours.url}${path}`) })
    }
    const mid = (read) => median(rounds.map(read))
    rows.push([
      path,
      mid(({ paint, base }) => paint / base).toFixed(2),
      `${Math.round(mid(({ paint }) => paint))} ms`,
      `${Math.round(mid(({ base }) => base))} ms`,
    ])
  }
  await Promise.all([ours.stop(), bare.stop()])
  const heads = ['page', '× without', 'LCP', 'without scripts']
  console.log(
    `\nLargest paint on a slowed phone, compared with the same page without scripts, ${ROUNDS} rounds\n\n${table(heads, rows)}`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'netbox-bench-'))
const [api, { browser, port }] = await Promise.all([startApi({ DATA_DIR: folder, LOG_LEVEL: 'warn' }), startBrowser()])
try {
  const site = { url: api.url.replace('127.0.0.1', 'localhost'), browser, port }
  await auditAll(only ?? (await publicPaths(site.url)), site)
  await comparePaint(only ?? KINDS, site)
} finally {
  await browser.close()
  await api.stop()
  rmSync(folder, { recursive: true, force: true })
}
