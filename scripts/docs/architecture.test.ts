import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const architecture = read('docs/architecture.md')

const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
)

/** Returns the names in the first column of the table of folders in a workspace's README. */
const namesIn = (workspace: string): string[] => {
  const [, section = ''] = read(`${workspace}/README.md`).split(/^## Folders$/m)
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** Returns whether a file or folder of a table exists: in the workspace or in its sources. */
const isThere = (workspace: string, name: string): boolean => {
  const path = name.replaceAll(/<[^>]+>\/?/g, '')
  return [join(workspace, path), join(workspace, 'src', path)].some((one) => existsSync(join(root, one)))
}

/** Returns the paths of the repository that a page names, except paths with a placeholder such as `<id>`. */
const pathsIn = (page: string): string[] =>
  [...page.matchAll(/`((?:apps|packages|scripts|bench|e2e|deploy)\/[^`\s<*]*)`/g)].map(([, path = '']) => path)

describe('docs/architecture.md', () => {
  it('links the folders of every app and every package', () => {
    expect(workspaces.filter((workspace) => !architecture.includes(`](../${workspace}/README.md#folders)`))).toEqual([])
  })

  it('names only files and folders that exist', () => {
    expect(pathsIn(architecture).length).toBeGreaterThan(20)
    expect(pathsIn(architecture).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('stays one page', () => {
    expect(architecture.split(/\s+/).length).toBeLessThan(1050)
  })
})

it.each([
  ['CONTRIBUTING.md', 30],
  ['SECURITY.md', 15],
])('%s names only files and folders that exist', (page, few) => {
  const paths = pathsIn(read(page))
  expect(paths.length).toBeGreaterThan(few)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

describe.each(workspaces)('the folders in %s/README.md', (workspace) => {
  it('exist', () => {
    expect(namesIn(workspace).filter((name) => !isThere(workspace, name))).toEqual([])
  })

  it('are all folders of the sources', () => {
    const told = new Set(namesIn(workspace).map((name) => name.replace(/^src\//, '').split('/')[0]))
    const folders = readdirSync(join(root, workspace, 'src'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    expect(folders.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
  })
})

/** Returns the names of source files in a page, without their folders. */
const fileNamesIn = (page: string): string[] =>
  [...page.matchAll(/`(?:[^`\s]*\/)?([\w-][\w.-]*\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name)

const sources = new Set(
  workspaces
    .flatMap((workspace) => readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' }))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .map((path) => basename(path)),
)

describe.each(workspaces.map((workspace) => `${workspace}/README.md`))('%s', (page) => {
  it('names only source files that exist', () => {
    expect(fileNamesIn(read(page)).filter((name) => !sources.has(name))).toEqual([])
  })
})
