import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRules, rulesPage } from './spec-coverage.mjs'

const repository = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, repository), 'utf8')
const rules = readRules(read('scripts/spec-coverage.yaml'))

/** Returns whether a test file has a test with exactly this name, whatever its quotation marks are. */
function hasTest(path: string, name: string): boolean {
  if (!existsSync(new URL(path, repository))) return false
  const exact = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'")
  return new RegExp(`\\(\\s*(['"\`])${exact}\\1\\s*,`).test(read(path))
}

describe('scripts/spec-coverage.yaml', () => {
  it('has rules of all nine sections of the specification', () => {
    expect(rules.length).toBeGreaterThan(400)
    const sections = [...new Set(rules.map(({ section }) => section.split(' ')[0]))]
    expect(sections).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'])
  })

  it('contains each rule once', () => {
    const names = rules.map(({ section, topic, rule }) => `${section}, ${topic}: ${rule}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('names an existing test for every rule', () => {
    expect(rules.filter(({ file, title }) => !hasTest(file, title))).toEqual([])
  })

  it('names no test that compares a constant with its text, because a screen without the text would pass it', () => {
    const constants = /^packages\/(product\/src\/messages\/(?!server-messages)|core\/src\/plans\/pricing)/
    expect(rules.filter(({ file }) => constants.test(file))).toEqual([])
  })
})

describe('readRules', () => {
  it('returns each rule with its section, its topic and its test', () => {
    const text = "'§1 Tools':\n  Runs:\n    - rule: 'A rule: it holds'\n      test: 'a.test.ts › runs %s'"
    const [section, topic, rule] = ['§1 Tools', 'Runs', 'A rule: it holds']
    expect(readRules(text)).toEqual([{ section, topic, rule, file: 'a.test.ts', title: 'runs %s' }])
  })
})

describe('rulesPage', () => {
  it('has a table for each section', () => {
    const page = rulesPage([{ section: '§1 Tools', topic: 'Runs', rule: 'A rule', file: 'a.test.ts', title: 'runs' }])
    expect(page).toContain(
      '## §1 Tools\n\n| topic | rule | test |\n|---|---|---|\n| Runs | A rule | `a.test.ts › runs` |\n',
    )
  })
})

describe('hasTest', () => {
  it('finds a test by its whole name only', () => {
    const path = 'scripts/docs/spec-coverage.test.ts'
    expect(hasTest(path, 'finds a test by its whole name only')).toBe(true)
    expect(hasTest(path, 'finds a test by its whole name')).toBe(false)
    expect(hasTest('scripts/absent.test.ts', 'finds a test by its whole name only')).toBe(false)
  })
})
