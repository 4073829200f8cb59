import { anchorOf, tableOf } from '../tables.mjs'
import { fieldsOf } from '../schema-rows.mjs'
import { firstSentence, parseDocComment } from './doc-comment.mjs'
import { signatureOf } from './signature.mjs'
import { withImport } from './with-import.mjs'

/** @typedef {import('./read-library.mjs').Entry} Entry */

const GENERATED = '<!-- Made by `npm run reference` from the doc comments. Edits here are lost. -->\n'

const kinds = { function: 'functions', constant: 'constants', class: 'errors', type: 'types' }

// Returns a heading that begins with the kind of the export. So its anchor stays the same when exports are added or removed, and differs
// between `session` and `Session`.
const headingOf = ({ kind, name }) => `${kind} ${name}`

const linkTo = (one, from) => `[\`${one.name}\`](${one.page === from ? '' : one.page}#${anchorOf(headingOf(one))})`

/** Converts page names in a comment, such as `docs/limits.md`, to links. */
const withLinks = (text) => text.replaceAll(/\bdocs\/([\w/-]+\.md)/g, '[docs/$1](../$1)')

const block = (code) => `\`\`\`typescript\n${code}\n\`\`\`\n`

const tagTexts = {
  param: (text) => {
    const [, name = '', rest = ''] = /^(\w+)\s*(?:-\s*)?([^]*)$/.exec(text) ?? []
    return `- \`${name}\`: ${withLinks(rest)}\n`
  },
  returns: (text) => `- Returns ${withLinks(text)}\n`,
  throws: (text) => `- Throws ${withLinks(text)}\n`,
}

/** Formats the tags of a comment: first parameters, result and errors in the order of the comment, then examples. */
const tagsOf = ({ name }, tags, entries) => {
  const unknown = tags.find(({ tag }) => tag !== 'example' && !Object.hasOwn(tagTexts, tag))
  if (unknown)
    throw new Error(`The doc comment of ${name} has the tag @${unknown.tag}, which the reference does not show.`)
  const list = tags.filter(({ tag }) => tag !== 'example').map(({ tag, text }) => tagTexts[tag](text))
  const examples = tags
    .filter(({ tag }) => tag === 'example')
    .map(({ text }) => `Example:\n\n${block(withImport(text, entries))}`)
  return [list.join(''), ...examples].filter((text) => text !== '').join('\n')
}

/** Returns the table of a schema's fields, which readers need more than the types that build the schema. */
const schemaFields = (schema) => {
  const rows = fieldsOf(schema)
  return rows.length === 0
    ? ''
    : `${tableOf(['field', 'type', 'rules'], rows).replaceAll('](entities.md#', '](../api/entities.md#')}\n`
}

const exportSection = async (one, schema, entries) => {
  const { text, tags } = parseDocComment(one.comment)
  const fields = schema === undefined ? '' : schemaFields(schema)
  const signature = await signatureOf(one.code, fields === '' ? undefined : 1)
  const helpers = await Promise.all((fields === '' ? one.helpers : []).map((code) => signatureOf(code)))
  const uses = one.uses.map((used) => linkTo(used, one.page))
  return [
    `### ${headingOf(one)}\n`,
    `${withLinks(text)}\n`,
    block([signature, ...helpers].join('\n\n')),
    fields,
    uses.length === 0 ? '' : `Uses ${uses.join(', ')}.\n`,
    tagsOf(one, tags, entries),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Returns the table of contents: a row for each theme, a column for each kind of export. */
const contentsOf = (themes, exports) => {
  const shown = Object.keys(kinds).filter((kind) => exports.some((one) => one.kind === kind))
  const rows = [...themes].map(([theme, ones]) => [
    `[${theme}](#${anchorOf(theme)})`,
    ...shown.map((kind) =>
      ones
        .filter((one) => one.kind === kind)
        .map((one) => linkTo(one, one.page))
        .join(' '),
    ),
  ])
  return tableOf(['', ...shown.map((kind) => kinds[kind])], rows)
}

const entryPage = async ({ name, about, exports }, schemaOf, entries) => {
  const themes = Map.groupBy(exports, ({ theme }) => theme)
  const sections = []
  for (const [theme, ones] of themes) {
    sections.push(`## ${theme}\n`)
    for (const one of ones) sections.push(await exportSection(one, schemaOf(one), entries))
  }
  return `${GENERATED}
# ${name}

${about} Other entry points: [the library's reference](README.md).

${contentsOf(themes, exports)}

${sections.join('\n')}`
}

const counted = (exports) =>
  Object.entries(kinds)
    .map(([kind, plural]) => [exports.filter((one) => one.kind === kind).length, plural])
    .filter(([count]) => count > 0)
    .map(([count, plural]) => `${count} ${count === 1 ? plural.slice(0, -1) : plural}`)
    .join(', ')

/** Compares names without case, as in a book's index. The result is the same on every machine. */
const byName = (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.name, b.name)
const compare = (a, b) => Number(a > b) - Number(a < b)

const indexPage = (library) => {
  const all = library.flatMap(({ name, exports }) => exports.map((one) => ({ ...one, entry: name }))).toSorted(byName)
  return `${GENERATED}
# The library

Everything that programs can import, from the doc comments of the sources. For a tour with example programs, see
[library.md](../library.md). The tools and their results have [their own pages](../tools/README.md).

${tableOf(
  ['import from', 'purpose', 'exports'],
  library.map(({ name, page, about, exports }) => [`[${name}](${page})`, about, counted(exports)]),
)}

The examples compile in a strict project, and the tests of each package run them: the value of an expression follows \`// =>\`.
In these tests, a stand-in replaces the service and the mail servers.

## All exports

${tableOf(
  ['name', 'kind', 'from', 'purpose'],
  all.map((one) => [
    linkTo(one, 'README.md'),
    one.kind,
    `\`${one.entry}\``,
    withLinks(firstSentence(parseDocComment(one.comment).text)),
  ]),
)}
`
}

/**
 * Returns the pages of the library, by their path relative to docs/library/.
 *
 * @param {Entry[]} library
 * @param {(entry: string, name: string) => object | undefined} schemaOf  The JSON Schema of an export that is a schema.
 * @returns {Promise<Map<string, string>>}
 */
export const libraryPages = async (library, schemaOf) => {
  const pages = new Map([['README.md', indexPage(library)]])
  for (const entry of library) {
    // An example imports from its own entry point if possible.
    const entries = [entry, ...library.filter((other) => other !== entry && other.folder === entry.folder)]
    pages.set(entry.page, await entryPage(entry, (one) => schemaOf(entry.name, one.name), entries))
  }
  return pages
}
