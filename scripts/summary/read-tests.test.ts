import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRun } from './read-tests.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const report = (name: string, content: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('readRun', () => {
  it('reads what Vitest reports, a file that did not load too', () => {
    const assertionResults = [
      { ancestorTitles: ['a port'], title: 'is refused', status: 'passed' },
      { ancestorTitles: [], title: 'waits', status: 'pending' },
    ]
    const file = report('tests.json', {
      testResults: [
        { name: '/netbox/a.test.ts', status: 'passed', assertionResults },
        { name: '/netbox/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    })
    expect(readRun([file], '/netbox')).toEqual({
      tests: [
        { file: 'a.test.ts', name: 'a port › is refused', title: 'is refused', status: 'passed' },
        { file: 'a.test.ts', name: 'waits', title: 'waits', status: 'skipped' },
      ],
      errors: 1,
    })
  })

  it('reads what Playwright reports, with the suites inside of a file', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })
    const file = report('journeys.json', {
      config: { rootDir: '/netbox/e2e/web' },
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('signs in', 'expected'), spec('passes at last', 'flaky')],
          suites: [{ title: 'a tab', specs: [spec('follows', 'unexpected'), spec('rests', 'skipped')] }],
        },
      ],
      errors: [],
    })
    expect(readRun([file], '/netbox').tests).toEqual([
      { file: 'e2e/web/a.spec.ts', name: 'signs in', title: 'signs in', status: 'passed' },
      { file: 'e2e/web/a.spec.ts', name: 'passes at last', title: 'passes at last', status: 'failed' },
      { file: 'e2e/web/a.spec.ts', name: 'a tab › follows', title: 'follows', status: 'failed' },
      { file: 'e2e/web/a.spec.ts', name: 'a tab › rests', title: 'rests', status: 'skipped' },
    ])
  })

  it('counts a report that is missing as an error', () => {
    expect(readRun([join(folder, 'none.json')], '/netbox')).toEqual({ tests: [], errors: 1 })
  })
})
