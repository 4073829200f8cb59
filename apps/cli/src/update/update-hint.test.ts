import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { version } from '../version.ts'
import { hintUpdate } from './update-hint.ts'
import { readUpdateState, type UpdateState, writeUpdateState } from './update-state.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T08:14:02Z')
const HINT = `netbox 9.9.9 is out, this is ${version}: npm install --global netbox\n`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hint-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const state = (): string => join(folder, 'update.json')
const knows = (known: Partial<UpdateState>): void => {
  writeUpdateState(state(), { asked: NOW, told: 0, latest: '9.9.9', ...known })
}

/** Calls the command at a time, as npm installed it or from elsewhere, and gives what it says. */
const said = (now: number, parent = 'node_modules'): string => {
  const launcher = join(folder, parent, 'netbox', 'bin', 'netbox.cjs')
  mkdirSync(dirname(launcher), { recursive: true })
  writeFileSync(launcher, '')
  let text = ''
  const environment = { launcher, stateFolder: folder, registry: 'http://127.0.0.1:2', hasColor: () => false }
  hintUpdate({ environment, err: (part) => void (text += part) }, now)
  return text
}

it('tells of a new version once a day', () => {
  knows({})
  expect(said(NOW)).toBe(HINT)
  expect(said(NOW + 1)).toBe('')
  knows({ asked: NOW + DAY, told: NOW })
  expect(said(NOW + DAY - 1)).toBe('')
  expect(said(NOW + DAY)).toBe(HINT)
})

it('tells of it again when the clock was set back', () => {
  knows({ told: NOW + DAY })
  expect(said(NOW)).toBe(HINT)
})

it.each([version, '0.0.0', '9.9.9-beta.1', ''])('says nothing where the latest version is %j', (latest) => {
  knows({ latest })
  expect(said(NOW)).toBe('')
})

it('notes that it asked, so that it asks once a day', () => {
  expect(said(NOW)).toBe('')
  expect(readUpdateState(state())).toEqual({ asked: NOW, told: 0, latest: '' })
})

it('neither tells nor asks in a checkout', () => {
  expect(said(NOW, 'work')).toBe('')
  expect(existsSync(state())).toBe(false)
  knows({})
  expect(said(NOW, 'work')).toBe('')
})

it('neither tells nor asks where it could not remember that', () => {
  mkdirSync(state())
  expect(said(NOW)).toBe('')
})
