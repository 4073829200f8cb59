import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTS, readReports } from './read-reports.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a folder of reports in which one has the given content and the others have no tests. */
const folderWith = (report: string, content: object): string => {
  for (const other of REPORTS) writeFileSync(join(folder, `${other}.json`), JSON.stringify({ testResults: [] }))
  writeFileSync(join(folder, `${report}.json`), JSON.stringify(content))
  return folder
}

describe('readReports', () => {
  it('reads Vitest’s report, including a file that did not load and one with a failed setup', () => {
    const assertionResults = [
      { ancestorTitles: ['a port'], title: 'is refused', status: 'passed', duration: 12 },
      { ancestorTitles: [], title: 'waits', status: 'pending' },
      {
        ancestorTitles: [],
        title: 'breaks',
        status: 'failed',
        duration: 3,
        failureMessages: ['\u001b[31mError\u001b[39m: no\n    at b'],
      },
    ]
    const reports = folderWith('full', {
      testResults: [
        { name: '/netbox/a.test.ts', status: 'passed', assertionResults },
        { name: '/netbox/b.test.ts', status: 'failed', message: 'No such module\nat b', assertionResults: [] },
        { name: '/netbox/c.test.ts', status: 'failed', message: '', assertionResults: assertionResults.slice(1, 2) },
      ],
    })
    expect(readReports(reports, '/netbox')).toEqual({
      tests: [
        {
          report: 'full',
          file: 'a.test.ts',
          name: 'a port › is refused',
          title: 'is refused',
          status: 'passed',
          time: 12,
        },
        { report: 'full', file: 'a.test.ts', name: 'waits', title: 'waits', status: 'skipped', time: 0 },
        {
          report: 'full',
          file: 'a.test.ts',
          name: 'breaks',
          title: 'breaks',
          status: 'failed',
          time: 3,
          error: 'Error: no\n    at b',
        },
        { report: 'full', file: 'c.test.ts', name: 'waits', title: 'waits', status: 'skipped', time: 0 },
      ],
      errors: [
        'b.test.ts failed outside of its tests: No such module',
        'c.test.ts failed outside of its tests: its set-up, as the output of Vitest says',
      ],
    })
  })

  it('reads Playwright’s report, including nested suites', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [{ duration: 7, error: message === undefined ? undefined : { message } }] }],
    })
    const reports = folderWith('journeys-rest', {
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
    expect(readReports(reports, '/netbox').tests).toEqual([
      {
        report: 'journeys-rest',
        file: 'e2e/web/a.spec.ts',
        name: 'signs in',
        title: 'signs in',
        status: 'passed',
        time: 7,
      },
      {
        report: 'journeys-rest',
        file: 'e2e/web/a.spec.ts',
        name: 'passes at last',
        title: 'passes at last',
        status: 'passed',
        time: 7,
        error: 'Timeout',
      },
      {
        report: 'journeys-rest',
        file: 'e2e/web/a.spec.ts',
        name: 'a tab › follows',
        title: 'follows',
        status: 'failed',
        time: 7,
      },
      {
        report: 'journeys-rest',
        file: 'e2e/web/a.spec.ts',
        name: 'a tab › rests',
        title: 'rests',
        status: 'skipped',
        time: 7,
      },
    ])
  })

  it('names a report that is missing', () => {
    const reports = folderWith('quick', { testResults: [] })
    rmSync(join(reports, 'mariadb.json'))
    const errors = ['There is no report of the mariadb tests, because they did not finish']
    expect(readReports(reports, '/netbox')).toEqual({ tests: [], errors })
  })
})
