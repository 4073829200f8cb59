import { readFileSync, statSync } from 'node:fs'
import { isAtLeast, severities, withFindingUrls, type WorldDocument } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { sarifText } from '../output/gate-reports.ts'
import { jsonText } from '../output/json.ts'
import { sinkOf } from '../output/result-file.ts'
import { siteOf } from '../state/api-url.ts'
import { checkedZone, noZoneFile, otherZone, placedLine, unreadable } from '../texts/messages.ts'
import { checkZone, type ReadZone, type ZoneFinding } from './zone-checks.ts'
import { assumptionsFor, PREFLIGHT_WORLD, runTools, type ToolFinding } from './zone-runs.ts'

type PreflightFinding = ZoneFinding & { readonly tool: ToolFinding['tool'] | 'preflight' }

/** The content of a zone file, and its mistakes. */
interface Preflight {
  readonly read: ReadZone
  readonly findings: readonly PreflightFinding[]
  /** Facts about names outside the zone, without which tools would find faults that aren't in the zone. */
  readonly assumed: WorldDocument
}

/** Reads the text of a zone file. Throws a `CommandError` for a text that is none. */
const readZoneText = async (text: string, file: string): Promise<{ read: ReadZone; world: WorldDocument }> => {
  const { parseWorld, readZone, zoneNameOf } = await import('@netbox/simulated-internet/world-files')
  const zone = zoneNameOf(text, file).toLowerCase()
  if (!/^(?:[^\s./\\]+\.)+[^\s./\\]+$/.test(zone)) throw noZoneFile(file)
  const errors: { line?: number | undefined; message: string }[] = []
  const remarks: { line: number; message: string }[] = []
  const records = readZone(text, zone, {
    remark: (line, message) => remarks.push({ line, message }),
    fail: () => undefined,
  })
  const world = parseWorld(JSON.stringify({ domains: { [zone]: { zone: file } } }), {
    name: file,
    readFile: () => text,
    onError: ({ place, reason }) => errors.push({ line: place.line, message: reason }),
  })
  return { read: { zone, records, errors, remarks }, world }
}

const order = ({ severity }: ZoneFinding): number => severities.indexOf(severity)

/** Returns what is wrong with a zone file, worst first; compared with its older version, also what the change does to secondaries. */
export const preflight = async (text: string, file: string, was?: ReadZone): Promise<Preflight> => {
  const { read, world } = await readZoneText(text, file)
  if (was !== undefined && was.zone !== read.zone) throw otherZone(file, read.zone, was.zone)
  const records = read.records.filter(({ isOutside, value }) => !isOutside && value !== undefined)
  const assumed = assumptionsFor(read.zone, records)
  // What nameservers don't load has no answers to judge.
  const ofTools =
    read.errors.length > 0
      ? []
      : await runTools(read.zone, records, { ...world, domains: { ...world.domains, ...assumed.domains } })
  const ofZone = checkZone(read, was).map((finding) => ({ ...finding, tool: 'preflight' as const }))
  // A name with the wrong end leads to nothing, for one reason.
  const doubled = new Set(read.remarks.map(({ line }) => line))
  const others = ofTools.filter(({ line = 0 }) => !doubled.has(line))
  const findings = [...ofZone, ...others].toSorted(
    (one, other) => order(one) - order(other) || (one.line ?? 0) - (other.line ?? 0),
  )
  return { read, findings, assumed }
}

// A zone that is valid has at most 1 MB.
const MOST_BYTES = 1_000_000

const readFile = async (path: string): Promise<string> => {
  const { zoneTextOf } = await import('@netbox/simulated-internet/world-files')
  try {
    if (path !== '-' && statSync(path).size > MOST_BYTES) throw new RangeError('it has more than 1 MB')
    return zoneTextOf(readFileSync(path === '-' ? 0 : path))
  } catch (error) {
    throw unreadable(path === '-' ? 'stdin' : path, error)
  }
}

/** Identifies a finding in both versions of a zone, in which its line may differ. */
const keyOf = ({ code, name, title }: ZoneFinding): string => `${code} ${name} ${title}`

/** Returns the findings that only one of two versions has. */
const compare = (now: Preflight, before: Preflight | undefined) => {
  const [known, left] = [before?.findings ?? [], now.findings].map((findings) => new Set(findings.map(keyOf)))
  return {
    findings: now.findings.filter((finding) => known?.has(keyOf(finding)) === false),
    fixed: (before?.findings ?? []).filter((finding) => left?.has(keyOf(finding)) === false),
  }
}

const lineOf = (file: string, { line, severity, code, title, advice }: PreflightFinding): string =>
  placedLine({
    file,
    ...(line === undefined ? {} : { line }),
    message: `${severity} ${code}: ${title}. ${advice}`.trim(),
  })

/** Checks a zone file, and writes what is wrong with it. */
export const runPreflight = async ({ words, options, environment }: Context): Promise<ExitCode> => {
  const [file = ''] = words
  const name = file === '-' ? 'stdin' : file
  // Opened first, so that an unwritable file is known before the work.
  const sink = sinkOf(options.output)
  const gate = options.sarif === undefined ? undefined : sinkOf(options.sarif)
  const text = await readFile(file)
  const before = options.was === undefined ? undefined : await preflight(await readFile(options.was), options.was)
  const now = await preflight(text, name, before?.read)
  const { findings, fixed } = compare(now, before)
  const { zone, records } = now.read
  const lines = findings.map((finding) => `${lineOf(name, finding)}\n`)
  const summary = checkedZone(zone, records.length, findings.length, before === undefined ? undefined : fixed.length)
  sink.write(
    options.json === undefined
      ? [...lines, ...(options.quiet === undefined ? [`${summary}\n`] : [])].join('')
      : jsonText({
          simulated: true,
          zone,
          records: records.length,
          ...withFindingUrls({ findings }, siteOf(environment)),
          ...(before === undefined ? {} : { fixed }),
          assumed: now.assumed,
        }),
  )
  sink.commit()
  if (gate !== undefined) {
    const { findFinding } = await import('@netbox/core/findings')
    const entries = findings.map((finding) => ({
      kind: 'run' as const,
      run: { ...PREFLIGHT_WORLD, tool: finding.tool, input: finding.name, findings: [finding] },
      place: { path: name, line: finding.line ?? 1 },
    }))
    gate.write(sarifText(entries, { findFinding, site: siteOf(environment) }))
    gate.commit()
  }
  const failOn = severities.find((severity) => severity === options.failOn)
  return failOn !== undefined && findings.some(({ severity }) => isAtLeast(severity, failOn))
    ? exitCodes.finding
    : exitCodes.ran
}
