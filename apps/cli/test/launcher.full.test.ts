import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, it } from 'vitest'
import { bin, type Home, useHome } from './support/netbox.ts'

const packageFolder = dirname(dirname(bin))

/** Copies the command, so that a test can remove parts of it. */
const copyOf = ({ folder }: Home, without: (path: string) => boolean = () => false): string => {
  const copy = join(folder, 'copy')
  mkdirSync(join(copy, 'bin'), { recursive: true })
  copyFileSync(bin, join(copy, 'bin', 'netbox.cjs'))
  cpSync(join(packageFolder, 'dist'), join(copy, 'dist'), { recursive: true, filter: (path) => !without(path) })
  return join(copy, 'bin', 'netbox.cjs')
}

const run = (home: Home, file: string, args: readonly string[], node: readonly string[] = []) =>
  spawnSync(process.execPath, [...node, file, ...args], { encoding: 'utf8', env: home.environment, cwd: home.folder })

it('needs no Ink and no React in a pipe: it works without their file', () => {
  const home = useHome()
  const file = copyOf(home, (path) => path.endsWith('screens.js'))
  for (const args of [
    [],
    ['list'],
    ['mx-record', 'mail.example'],
    ['mx-record', 'mail.example', '--json'],
    ['history'],
    ['nothing'],
  ]) {
    const { stderr, status } = run(home, file, args)
    expect(stderr, args.join(' ')).not.toContain('screens.js')
    expect(status, args.join(' ')).toBe(args[0] === 'nothing' ? 2 : 0)
  }
})

it('loads no service and comparison code for a run or a list of tools', () => {
  const home = useHome()
  const file = copyOf(home, (path) => /(account|completion-scripts|comparison)\.cjs$/.test(path))
  for (const args of [
    ['mx-record', 'mail.example', '--json'],
    ['list'],
    ['limits'],
    ['history'],
    ['login', '--help'],
  ]) {
    const { stderr, status } = run(home, file, args)
    expect(stderr, args.join(' ')).not.toContain('Cannot find')
    expect(status, args.join(' ')).toBe(0)
  }
  expect(run(home, file, ['whoami']).stderr).toContain("Cannot find module './account.cjs'")
})

it('contains Ink and React in no other file', () => {
  const text = readFileSync(join(packageFolder, 'dist', 'main.cjs'), 'utf8')
  expect(text).not.toMatch(/react\.|yoga|ink-text|createElement/)
  expect(readFileSync(join(packageFolder, 'dist', 'screens.js'), 'utf8')).toContain('ink-text')
})

it('reports in one sentence that it is not built', () => {
  const home = useHome()
  const file = copyOf(home, (path) => path.includes(`${sep}dist`))
  const { stdout, stderr, status } = run(home, file, ['list'])
  expect(stderr).toBe("netbox is not built yet: run 'npm start' in the repository, which builds it.\n")
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

/**
 * Writes a preload file for the launcher. With it, the launcher's Node seems too old, and the launcher finds only other Nodes in this home.
 * The Node that the launcher starts does not load the file.
 */
const pretendOld = ({ folder }: Home): string => {
  const file = join(folder, 'old.cjs')
  writeFileSync(
    file,
    `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })
    const fs = require('node:fs')
    const { existsSync } = fs
    fs.existsSync = (path) => path.startsWith(${JSON.stringify(folder)}) && existsSync(path)`,
  )
  return file
}

it('reports in one sentence that Node is too old if there is no other one', () => {
  const home = useHome()
  expect(run(home, copyOf(home), ['list'], ['--require', pretendOld(home)])).toMatchObject({
    stdout: '',
    stderr: 'netbox needs Node 22.12 or newer; this is Node 20.20.2.\n',
    status: 1,
  })
})

it('runs with the Node that was installed with the project when its own is too old', () => {
  const home = useHome()
  const file = copyOf(home)
  const bins = join(home.folder, 'node_modules', '.bin')
  mkdirSync(bins, { recursive: true })
  symlinkSync(process.execPath, join(bins, 'node'))
  const old = ['--require', pretendOld(home)]
  expect(run(home, file, ['list'], old).stdout).toContain('mx-record')
  expect(run(home, file, ['nothing'], old).status).toBe(2)
})
