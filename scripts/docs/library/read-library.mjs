import { join } from 'node:path'
import { openDeclarations } from './declarations.mjs'
import { problemOf } from './doc-comment.mjs'
import { entryPoints as ours, themesOf } from './entry-points.mjs'
import { referencesOf } from './references.mjs'

/**
 * @typedef {import('./entry-points.mjs').EntryPoint} EntryPoint
 * @typedef {{ name: string, kind: string, comment: string, code: string, page: string, theme: string, uses: Export[], helpers: string[] }}
 * Export
 * @typedef {{ name: string, folder: string, page: string, about: string, exports: Export[] }} Entry
 */

const exportsOf = (root, entry, find, file) =>
  themesOf(root, entry).flatMap(({ theme, names }) =>
    names.map((name) => {
      const declaration = find(file, name)
      if (declaration === undefined) throw new Error(`${entry.name} exports ${name}, which its build does not declare.`)
      // A declaration may be exported under another name.
      return { ...declaration, name, theme, page: entry.page }
    }),
  )

/** Finds the names that a declaration uses. Exports have their own sections; internal types are shown with the declaration. */
const usedBy = ({ file, code }, referred, placeOf, seen) => {
  const uses = []
  const helpers = []
  for (const reference of referencesOf(code)) {
    const declaration = referred(file, reference)
    if (declaration === undefined || seen.has(declaration.id)) continue
    seen.add(declaration.id)
    const place = placeOf(declaration)
    if (place) uses.push(place)
    else if (declaration.kind === 'type') {
      const inner = usedBy(declaration, referred, placeOf, seen)
      helpers.push(declaration.code, ...inner.helpers)
      uses.push(...inner.uses)
    }
  }
  return { uses, helpers }
}

/**
 * Reads the exports of the packages: their order and themes from the sources, their declarations from the build.
 *
 * @param {string} root
 * @param {readonly EntryPoint[]} [entryPoints]
 * @returns {Entry[]}
 */
export const readLibrary = (root, entryPoints = ours) => {
  const files = new Map(entryPoints.map(({ name, folder, path }) => [name, join(root, folder, 'dist', `${path}.d.ts`)]))
  const { find, referred } = openDeclarations(files)
  const entries = entryPoints.map((entry) => ({
    ...entry,
    exports: exportsOf(root, entry, find, files.get(entry.name)),
  }))
  const places = Map.groupBy(
    entries.flatMap(({ exports }) => exports),
    ({ id }) => id,
  )
  return entries.map((entry) => {
    // If two entry points export the same declaration, links lead to the page of this one.
    const placeOf = ({ id }) => places.get(id)?.find(({ page }) => page === entry.page) ?? places.get(id)?.[0]
    const exports = entry.exports.map((one) => ({ ...one, ...usedBy(one, referred, placeOf, new Set([one.id])) }))
    return { ...entry, exports }
  })
}

/** Lists the exports whose doc comment is missing or insufficient, each with its problem. */
export const commentProblems = (library) =>
  library.flatMap(({ name: entry, exports }) =>
    exports.flatMap(({ name, kind, comment }) => {
      const problem = problemOf(comment, kind)
      return problem === undefined ? [] : [`${name} of ${entry} ${problem}`]
    }),
  )
