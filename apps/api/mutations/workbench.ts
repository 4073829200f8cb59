// A copy of the project in which mutations are made and undone, so that the original is never touched.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformWithOxc } from 'vite'
import { edited, editsOf, type Mutation } from './mutation.ts'

/** A copy of the project. */
export interface Workbench {
  readonly folder: string
  /** Makes a mutation and gives how to undo it. Throws when the result can't be read as TypeScript any more. */
  mutate(mutation: Mutation): Promise<() => void>
  remove(): void
}

const filesOf = (root: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))

/** Links what is installed, but for the project's own packages: those are the copy's. Caches stay with the copy. */
const linkModules = (root: string, copy: string): void => {
  mkdirSync(join(copy, 'node_modules', '@netbox'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@netbox' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, group))) {
      symlinkSync(join(copy, group, name), join(copy, 'node_modules', '@netbox', name))
      const own = join(root, group, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(copy, group, name, 'node_modules'))
    }
  }
}

const fill = (root: string, folder: string): void => {
  for (const path of filesOf(root)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  linkModules(root, folder)
}

/** Copies the project as it stands, with what is not committed yet. */
export const createWorkbench = (root: string): Workbench => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-mutations-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    fill(root, folder)
  } catch (error) {
    remove()
    throw error
  }
  const read = (file: string): string => readFileSync(join(folder, 'apps/api', file), 'utf8')
  const write = (texts: ReadonlyMap<string, string>): void => {
    for (const [file, text] of texts) writeFileSync(join(folder, 'apps/api', file), text)
  }
  return {
    folder,
    remove,
    mutate: async (mutation) => {
      const changed = new Map<string, string>()
      for (const edit of editsOf(mutation))
        changed.set(edit.file, edited(changed.get(edit.file) ?? read(edit.file), edit))
      for (const [file, text] of changed) await transformWithOxc(text, file)
      const originals = new Map([...changed.keys()].map((file) => [file, read(file)]))
      write(changed)
      return () => write(originals)
    },
  }
}
