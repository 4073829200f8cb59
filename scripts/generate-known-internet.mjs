// Compiles packages/core/src/known/*.yaml, the names that programs expect of the real internet, into the canonical form of a world document,
// and writes the list of docs/known-internet.md. With --check, writes nothing, and fails if a file is outdated, or if an entry has no
// source or nobody has compared it with its source for 18 months.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { queryDns } from '../packages/core/src/dns/index.ts'
import { isInward } from '../packages/core/src/foundation/special-addresses.ts'
import { zoneOf } from '../packages/core/src/foundation/names.ts'
import { readWorld } from '../packages/core/src/world-document/read-world.ts'
import { createWorld } from '../packages/core/src/world/world.ts'
import { badsslSites } from './known-internet/badssl-listing.mjs'
import { knownProblems, missingSites } from './known-internet/known-problems.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'packages/core/src/known'
const SECTIONS = ['domains', 'hosts', 'addresses']

const groups = globSync(`${folder}/*.yaml`, { cwd: root })
  .toSorted()
  .map((path) => ({ path, ...parse(readFileSync(join(root, path), 'utf8')) }))

/** The entries of all groups, each with the source and the date of its group, unless it has its own. */
const entries = groups.flatMap(({ path, source, seen, ...group }) =>
  SECTIONS.flatMap((section) =>
    Object.entries(group[section] ?? {}).map(([name, entry]) => {
      const { source: ownSource = source, seen: ownSeen = seen, ...facts } = entry
      return { path, section, name, source: ownSource, seen: ownSeen, facts }
    }),
  ),
)

const problems = [...knownProblems(entries, Date.now()), ...missingSites(entries, badsslSites)]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const stated = Object.fromEntries(
  SECTIONS.map((section) => [
    section,
    Object.fromEntries(entries.filter((entry) => entry.section === section).map(({ name, facts }) => [name, facts])),
  ]),
)
const { document: whole } = readWorld(stated)

/** Returns the routes of a host that tools read: the routes of `/`, without bodies. */
const abridged = ({ headers, scheme, routes }) => ({
  isAbridged: true,
  ...(headers && { headers }),
  ...(scheme && { scheme }),
  routes: routes
    .filter(({ path, when }) => path === '/' && when === undefined)
    .map(({ reply: { status, headers: own, redirect }, ...route }) => ({
      ...route,
      reply: { ...(status && { status }), ...(own && { headers: own }), ...(redirect && { redirect }) },
    })),
})

const withRoutes = Object.entries(whole.hosts ?? {}).filter(([, { http }]) => http !== undefined)
const document = {
  ...whole,
  hosts: {
    ...whole.hosts,
    ...Object.fromEntries(withRoutes.map(([name, host]) => [name, { ...host, http: abridged(host.http) }])),
  },
}
const routeLines = withRoutes.map(([name, { http }]) => `${JSON.stringify(name)}:${JSON.stringify(http)}`)

const lines = Object.entries(document).map(
  ([section, all]) =>
    `"${section}":{\n${Object.entries(all)
      .map(([name, facts]) => `${JSON.stringify(name)}:${JSON.stringify(facts)}`)
      .join(',\n')}}`,
)
const worlds = Array.from({ length: 32 }, (_, seed) => createWorld(String(seed), 0))
/** Returns whether a name has addresses by every seed, as `api.shop.example` does, though its zone may have a fault. */
const existsBySeed = (name) =>
  worlds.every((world) => ['found', 'failure'].includes(queryDns(world, name, 'A').outcome))
// Pages load the list of zones, so it leaves out names of which only the existence is stated, where every seed says the same.
const names = [
  ...Object.keys(document.domains ?? {}),
  ...Object.entries(document.hosts ?? {})
    .filter(([name, facts]) => Object.keys(facts).length > 0 || !existsBySeed(name))
    .map(([name]) => name),
]
const records = Object.values(document.domains ?? {}).flatMap(({ records: { A = [], AAAA = [] } = {} }) => [
  ...A,
  ...AAAA,
])
/** Returns whether a text is an address that a host of the world has, not a word for one, and not one of the client itself. */
const isOfHost = (text) => isIP(text) !== 0 && !isInward(text)
const zones = [
  ...new Set([
    ...names.map(zoneOf),
    ...[...Object.keys(document.addresses ?? {}), ...records.map(String)].filter(isOfHost),
  ]),
].toSorted((one, other) => (one < other ? -1 : 1))
/** Returns the top-level domain of a name, with its dot, and nothing for an address. */
const topOf = (name) => (isIP(name) === 0 ? name.slice(name.lastIndexOf('.')) : '')
// One line for each top-level domain, because it is the shortest form that is quick to read.
const zoneLines = Object.entries(Object.groupBy(zones, topOf)).map(([top, all]) =>
  [top, ...all.map((name) => name.slice(0, name.length - top.length))].join(' '),
)

const note = '// Written by scripts/generate-known-internet.mjs from the YAML files of this folder.\n'
const page = 'docs/known-internet.md'
const list = groups
  .map(({ path, title, shows }) => {
    const own = entries.filter((entry) => entry.path === path && entry.section !== 'addresses')
    const count = new Set(own.map(({ name }) => name)).size
    return `- [${title}](../${path}) (${count}): ${shows}`
  })
  .join('\n')
const text = readFileSync(join(root, page), 'utf8')
const files = new Map([
  [`${folder}/known-document.ts`, `${note}export const knownDocumentText = \`{${lines.join(',\n')}}\`\n`],
  [
    `${folder}/known-routes.ts`,
    // The text of a template has its own escapes.
    `${note}export const knownRoutesText = String.raw\`{\n${routeLines
      .join(',\n')
      .replaceAll('`', String.raw`\u0060`)
      .replaceAll('${', String.raw`\u0024{`)}}\`\n`,
  ],
  [
    `${folder}/known-zones.ts`,
    `${note}/** The zones of the known internet whose facts are not those by the seed, by top-level domain, and its addresses. */\nexport const knownZonesText = \`${zoneLines.join('\n')}\`\n`,
  ],
  [page, text.replace(/(?<=<!-- generated: groups -->)[^]*(?=<!-- \/generated -->)/, () => `\n\n${list}\n\n`)],
])

const stale = [...files].filter(([name, content]) => {
  try {
    return readFileSync(join(root, name), 'utf8') !== content
  } catch {
    return true
  }
})
if (!process.argv.includes('--check')) {
  for (const [name, content] of stale) writeFileSync(join(root, name), content)
  console.log(`Known internet: ${entries.length} entries, ${stale.length} files written.`)
} else if (stale.length > 0) {
  console.error(`Not up to date: ${stale.map(([name]) => name).join(', ')}. Run 'npm run known' and commit it.`)
  process.exit(1)
} else console.log(`Known internet: ${entries.length} entries are up to date.`)
