import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(repository, 'node_modules', '.bin')

interface Outcome {
  readonly status: number | null
  readonly stdout: string
  /** Standard output and standard error. */
  readonly output: string
}

export interface Fixture {
  readonly root: string
  /** Copies a file of the repository to the same place in the fixture. */
  copy(path: string): void
  /** Creates a link in the fixture to the same folder of the repository. */
  link(path: string): void
  write(path: string, text: string): void
  /** Runs one of the repository's commands in the fixture. */
  run(command: string, args: readonly string[]): Outcome
  remove(): void
}

/** Creates an empty temporary repository, in which tests can break rules. */
export const makeFixture = (): Fixture => {
  const root = mkdtempSync(join(tmpdir(), 'netbox-boundaries-'))
  const place = (path: string): string => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  return {
    root,
    copy: (path) => copyFileSync(join(repository, path), place(path)),
    link: (path) => symlinkSync(join(repository, path), place(path), 'junction'),
    write: (path, text) => writeFileSync(place(path), text),
    run: (command, args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}`, NO_COLOR: '1', FORCE_COLOR: '' },
      })
      return { status, stdout, output: `${stdout}${stderr}` }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
