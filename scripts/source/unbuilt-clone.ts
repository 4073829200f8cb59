import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const OMITTED: ReadonlySet<string> = new Set(['dist', 'node_modules', 'test', '.turbo', 'public'])

/** A copy of this repository's sources without any build, with the installed packages. */
export interface UnbuiltClone {
  readonly folder: string
  /** Replaces a text in a source file, which must contain it. */
  edit(path: string, before: string, after: string): void
  remove(): void
}

const linkAll = (from: string, into: string): void => {
  mkdirSync(into, { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@netbox' && name !== 'netbox') symlinkSync(join(from, name), join(into, name))
}

/** Copies the workspaces and links the packages from npm. The links of netbox's own packages lead to the copies. */
export const makeUnbuiltClone = (): UnbuiltClone => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-clone-'))
  for (const path of ['package.json', 'tsconfig.base.json', 'scripts'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  linkAll(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'node_modules', '@netbox'))
  for (const workspace of globSync(['packages/*', 'apps/*'], { cwd: root })) {
    const copy = join(folder, workspace)
    cpSync(join(root, workspace), copy, { recursive: true, filter: (path) => !OMITTED.has(basename(path)) })
    const own = join(root, workspace, 'node_modules')
    if (existsSync(own)) linkAll(own, join(copy, 'node_modules'))
    if (dirname(workspace) === 'packages')
      symlinkSync(copy, join(folder, 'node_modules', '@netbox', basename(workspace)))
  }
  return {
    folder,
    edit: (path, before, after) => {
      const text = readFileSync(join(folder, path), 'utf8')
      if (!text.includes(before)) throw new Error(`${path} does not contain '${before}'.`)
      writeFileSync(join(folder, path), text.replace(before, after))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
