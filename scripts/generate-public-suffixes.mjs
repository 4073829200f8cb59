// Writes packages/core/src/foundation/public-suffix-table.ts from the Public Suffix List as the installed version of tldts contains it
// (docs/decisions/0058). Run it after an update of tldts; zones of other names then begin elsewhere, so name the change in a changeset.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(new URL('../packages/core/package.json', import.meta.url))
const tldts = dirname(resolve('tldts/package.json'))
const { version } = JSON.parse(readFileSync(join(tldts, 'package.json'), 'utf8'))
const trie = await import(pathToFileURL(join(tldts, 'dist/es6/src/data/trie.js')).href)

const ends = []
for (const length of trie.edgeLength) ends.push((ends.at(-1) ?? 0) + length)

/** Returns the labels below a node of tldts with their nodes, in alphabetical order. Core reads names in ASCII. */
const below = (node) =>
  Array.from({ length: trie.edgeStart[node + 1] - trie.edgeStart[node] }, (_, index) => trie.edgeStart[node] + index)
    .map((edge) => [trie.labelText.slice(ends[edge] - trie.edgeLength[edge], ends[edge]), trie.edgeChild[edge]])
    .filter(([label]) => /^[\w*-]+$/.test(label))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Returns the rules below a node, without the part after it. */
const rulesBelow = (node, after = '') =>
  below(node).flatMap(([label, child]) => {
    const rule = `${label}${after}`
    return [...(trie.nodeFlags[child] === 0 ? [] : [rule]), ...rulesBelow(child, `.${rule}`)]
  })

const exceptions = new Map(below(trie.exceptionsRoot))
const rulesOf = (label, node) => [
  ...rulesBelow(node),
  ...(exceptions.has(label) ? rulesBelow(exceptions.get(label)).map((rule) => `!${rule}`) : []),
]

// RFC 7686: the list has .onion, which is no top-level domain of the DNS. Core knows the zones below .arpa.
const topLevels = below(trie.rulesRoot).filter(([label]) => label !== 'onion')
const lines = Object.values(Object.groupBy(topLevels, ([label]) => label[0])).map((group) =>
  group.map(([label, node]) => `/${label}(${label === 'arpa' ? '' : rulesOf(label, node).join(' ')})`).join(''),
)

writeFileSync(
  new URL('../packages/core/src/foundation/public-suffix-table.ts', import.meta.url),
  `/**
 * The Public Suffix List with its ICANN and private sections (https://publicsuffix.org/list, Mozilla Public License 2.0), written by
 * scripts/generate-public-suffixes.mjs from tldts ${version}: \`/ck(* !www)\` stands for the rules ck, *.ck and !www.ck.
 */
export const PUBLIC_SUFFIXES = \`
${lines.join('\n')}
\`
`,
)
