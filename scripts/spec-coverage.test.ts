import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const repository = new URL('../', import.meta.url)
const statuses = new Set(['done', 'core', 'api', 'web', 'signed-in', 'verifier', 'decided'])

const read = (path: string): string => readFileSync(new URL(path, repository), 'utf8')

// No cell contains a pipe, so splitting a row at pipes returns its cells. The rows of the table's heading begin differently.
const rows = read('docs/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| §'))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, spec = '', rule = '', test = '', status = ''] = cells
    return { line, width: cells.length, spec, rule, test, status: status.replaceAll('`', '') }
  })
const tested = rows.filter((row) => row.test !== '—')

/** Returns whether a test file has a test with exactly this name, whatever its quotation marks are. */
function hasTest(path: string, name: string): boolean {
  if (!existsSync(new URL(path, repository))) return false
  const exact = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'")
  return new RegExp(`\\(\\s*(['"\`])${exact}\\1\\s*,`).test(read(path))
}

describe('docs/spec-coverage.md', () => {
  it('has a row for each rule, each with four cells and a known status', () => {
    expect(rows.length).toBeGreaterThan(400)
    expect(rows.filter((row) => row.width !== 6 || !statuses.has(row.status)).map((row) => row.line)).toEqual([])
  })

  it('contains each rule once', () => {
    const rules = rows.map((row) => `${row.spec} ${row.rule}`)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  it('names a test for exactly the rows that are done', () => {
    expect(rows.filter((row) => (row.status === 'done') !== (row.test !== '—')).map((row) => row.line)).toEqual([])
  })

  it('names only tests that exist', () => {
    const missing = tested.filter((row) => {
      const [path = '', name = ''] = row.test.replace(/^`|`$/g, '').split(' › ')
      return !hasTest(path, name)
    })
    expect(missing.map((row) => row.test)).toEqual([])
  })

  it('leaves no row of the core, the command, the API and the public site without a test', () => {
    const open = rows.filter(({ status }) => ['core', 'api', 'web'].includes(status))
    expect(open.map((row) => `${row.spec}: ${row.rule}`)).toEqual([])
  })

  it('names an existing decision for exactly the rows that are left out', () => {
    const decisionOf = (rule: string): string | undefined =>
      /\]\((?<path>decisions\/[^)]+)\)/.exec(rule)?.groups?.['path']
    const wrong = rows.filter(({ rule, status }) => {
      const path = decisionOf(rule)
      const isNamed = path !== undefined && existsSync(new URL(`docs/${path}`, repository))
      return isNamed !== (status === 'decided')
    })
    expect(wrong.map((row) => row.line)).toEqual([])
  })
})

describe('hasTest', () => {
  it('finds a test by its whole name only', () => {
    const path = 'scripts/spec-coverage.test.ts'
    expect(hasTest(path, 'finds a test by its whole name only')).toBe(true)
    expect(hasTest(path, 'finds a test by its whole name')).toBe(false)
    expect(hasTest('scripts/absent.test.ts', 'finds a test by its whole name only')).toBe(false)
  })
})
