import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** The sections of the page, with the names in the first column of their tables. */
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.split('\n')
    const rows = lines.filter((line) => line.startsWith('| `'))
    const names = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    return { title, names }
  })
const workspaces = sections.filter(({ title }) => /^(?:apps|packages)\//.test(title))

/** Returns whether a file or folder in a section exists: in the workspace, in its sources, or in the repository's root. */
const isThere = (title: string, name: string): boolean => {
  const path = name.replaceAll(/<[^>]+>\/?/g, '')
  return [join(title, path), join(title, 'src', path), path].some((one) => existsSync(join(root, one)))
}

describe('docs/architecture.md', () => {
  it('has a section for every app and every package', () => {
    const folders = ['apps', 'packages'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    )
    expect(workspaces.map(({ title }) => title).toSorted()).toEqual(folders.toSorted())
  })

  it('names nothing that does not exist', () => {
    const missing = [...workspaces, ...sections.filter(({ title }) => title === 'bench, e2e, scripts')].flatMap(
      ({ title, names }) => names.filter((name) => !isThere(title, name)).map((name) => `${title}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it.each(workspaces)('describes every folder in the sources of $title', ({ title, names }) => {
    const folders = readdirSync(join(root, title, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const told = new Set(names.map((name) => name.replace(/^src\//, '').split('/')[0]))
    expect(folders.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
  })
})
