import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { scenarios } from '@netbox/core'
import { bounces, complaints, dmarcReports, type MailReportFile } from '@netbox/core/mail-reports'
import { FIXED_TIME } from '@netbox/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPrograms, outputOf } from './support/programs.ts'

/* Debian's parsers read the reports that netbox writes: all of them, with the same sums. */
const DOMAINS = ['shop.example', 'harbour.test', 'ledger.co.uk']
// In these worlds a receiver gets no DMARC record, so it sends no reports.
const SCENARIOS = scenarios.map(({ name }) => name).filter((name) => name !== 'random' && name !== 'dnssec-bogus')

const at = (path: string): string => fileURLToPath(new URL(`support/${path}`, import.meta.url))

/** Writes files into a folder until the end of the test, and returns their paths. */
const save = (
  files: readonly MailReportFile[],
  pack: (text: string) => Uint8Array = (text) => Buffer.from(text),
): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-mail-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return files.map(({ name, text }) => {
    writeFileSync(join(folder, name), pack(text))
    return join(folder, name)
  })
}

const reportsOf = (scenario: (typeof SCENARIOS)[number], dialect: 'rfc7489' | 'rfc9990'): MailReportFile[] =>
  DOMAINS.flatMap((domain) => dmarcReports(domain, { seed: 'k3f9', scenario, at: FIXED_TIME }, { days: 2, dialect }))

const hasJudges = hasPrograms(['dmarc-cat', 'perl', 'python3'], 'report')

describe.runIf(hasJudges)('mail reports', () => {
  it('are DMARC reports that Mail::DMARC reads, with the same sums in every scenario', async () => {
    const all = SCENARIOS.flatMap((scenario) =>
      reportsOf(scenario, 'rfc7489').map((file) => ({ ...file, name: `${scenario}-${file.name}` })),
    )
    // Most scenarios change no mail, and so no byte of a report.
    const files = [...new Map(all.map((file) => [file.text, file])).values()]
    expect(files.length).toBeGreaterThan(100)
    const read = (await outputOf('perl', [at('read-dmarc.pl'), ...save(files)])).trim().split('\n')
    const sums = read.map((line, index) => [files[index]?.name, Number(line.split(' ')[1])])
    expect(sums).toEqual(files.map(({ name, count }) => [name, count]))
  })

  it.each(['rfc7489', 'rfc9990'] as const)('are DMARC reports that dmarc-cat reads: %s', async (dialect) => {
    for (const scenario of ['healthy', 'dmarc-none', 'spf-permerror'] as const) {
      const files = reportsOf(scenario, dialect)
      const paths = save(
        files.map((file) => ({ ...file, name: `${file.name}.gz` })),
        gzipSync,
      )
      for (const [index, path] of paths.entries()) {
        const rows = (await outputOf('dmarc-cat', ['-N', path])).split('\n').flatMap((line) => {
          const [, count] = /^[\d.:a-f]{7,}\s+(\d+)\s/.exec(line) ?? []
          return count === undefined ? [] : [Number(count)]
        })
        expect(
          rows.reduce((sum, count) => sum + count, 0),
          basename(path),
        ).toBe(files[index]?.count)
      }
    }
  })

  it('are bounces and complaints that Python reads', async () => {
    const world = { seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME } as const
    const files = DOMAINS.flatMap((domain) => [
      ...bounces(domain, world).map((file) => ({ ...file, name: `${domain}-${file.name}` })),
      ...complaints(domain, world),
    ])
    const read = (await outputOf('python3', [at('read-notices.py'), ...save(files)])).trim().split('\n')
    expect(read).toHaveLength(files.length)
    for (const [index, line] of read.entries()) {
      const { type, fields } = JSON.parse(line) as { type: string; fields: Record<string, string> }
      if (type === 'feedback-report') expect(fields).toMatchObject({ 'Feedback-Type': 'abuse', Version: '1' })
      else expect(files[index]?.name).toContain(`-${fields['Status']}-`)
    }
  })
})
