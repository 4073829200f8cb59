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
  it('reads Vitest’s report, including a file that did not load and one with a failed setup', () => {
    const assertionResults = [
      { ancestorTitles: ['a port'], title: 'is refused', status: 'passed' },
      { ancestorTitles: [], title: 'waits', status: 'pending' },
      {
        ancestorTitles: [],
        title: 'breaks',
        status: 'failed',
        failureMessages: ['\u001b[31mError\u001b[39m: no\n    at b'],
      },
    ]
    const file = report('tests.json', {
      testResults: [
        { name: '/netbox/a.test.ts', status: 'passed', assertionResults },
        { name: '/netbox/b.test.ts', status: 'failed', message: 'No such module\nat b', assertionResults: [] },
        { name: '/netbox/c.test.ts', status: 'failed', message: '', assertionResults: assertionResults.slice(1, 2) },
      ],
    })
    expect(readRun({ tests: file }, '/netbox')).toEqual({
      tests: [
        { file: 'a.test.ts', name: 'a port › is refused', title: 'is refused', status: 'passed' },
        { file: 'a.test.ts', name: 'waits', title: 'waits', status: 'skipped' },
        { file: 'a.test.ts', name: 'breaks', title: 'breaks', status: 'failed', error: 'Error: no\n    at b' },
        { file: 'c.test.ts', name: 'waits', title: 'waits', status: 'skipped' },
      ],
      errors: [
        'b.test.ts failed outside of its tests: No such module',
        'c.test.ts failed outside of its tests: its set-up, as the output of Vitest says',
      ],
      missing: [],
    })
  })

  it('reads Playwright’s report, including nested suites', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }] }],
    })
    const file = report('journeys.json', {
      config: { rootDir: '/netbox/e2e/web' },
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('signs in', 'expected'), spec('passes at last', 'flaky', 'Timeout')],
          suites: [{ title: 'a tab', specs: [spec('follows', 'unexpected'), spec('rests', 'skipped')] }],
        },
      ],
      errors: [],
    })
    expect(readRun({ journeys: file }, '/netbox').tests).toEqual([
      { file: 'e2e/web/a.spec.ts', name: 'signs in', title: 'signs in', status: 'passed' },
      {
        file: 'e2e/web/a.spec.ts',
        name: 'passes at last',
        title: 'passes at last',
        status: 'passed',
        error: 'Timeout',
      },
      { file: 'e2e/web/a.spec.ts', name: 'a tab › follows', title: 'follows', status: 'failed', error: '' },
      { file: 'e2e/web/a.spec.ts', name: 'a tab › rests', title: 'rests', status: 'skipped' },
    ])
  })

  it('names a report that is missing', () => {
    const files = { journeys: join(folder, 'none.json') }
    expect(readRun(files, '/netbox')).toEqual({ tests: [], errors: [], missing: ['journeys'] })
  })
})
