import type { Figure, ReportDraft } from '../../reports/report.ts'
import { capitalize, inWords, prose } from '../../reports/wording.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { examine } from './dns-diagnostic.checks.ts'
import type { DnsDiagnosticCode, DnsDiagnosticResult } from './dns-diagnostic.ts'

const STATUS = { secure: 'SECURE', insecure: 'INSECURE', bogus: 'BOGUS' } as const

function simulate(domain: string, world: World): DnsDiagnosticResult {
  const { addresses, records, servers, soa, texts, policy, dnssec, resolvers, current, checks } = examine(world, domain)
  return {
    domain,
    a: addresses,
    mx: records.map(({ priority, exchange }) => ({ priority, exchange })),
    nameservers: servers,
    soa: { primary_ns: soa?.primary ?? null, serial: soa?.serial ?? null },
    txt: texts.map(({ value }) => value),
    spf: { spf_record: policy.records[0] ?? null, valid: policy.state === 'valid', lookups: policy.lookups },
    dnssec: { status: STATUS[dnssec], chain_valid: dnssec === 'secure' },
    propagation: { propagation_status: current === resolvers ? 'COMPLETE' : 'PARTIAL', current, servers: resolvers },
    checks: checks.map(({ name, finding }) => ({
      name,
      status: finding.severity,
      detail: `${finding.title}.`,
    })),
  }
}

const verdict = (checks: DnsDiagnosticResult['checks']): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const broken = checks.filter(({ status }) => status === 'critical')
  const weak = checks.filter(({ status }) => status === 'warning')
  const [first] = [...broken, ...weak]
  if (first === undefined) {
    const note = checks.find(({ status }) => status === 'info')
    return note === undefined
      ? {
          sentence: `All ${inWords(checks.length)} checks pass.`,
          detail: 'Addresses, mail, zone, SPF, DNSSEC and resolvers agree with each other.',
        }
      : { sentence: `Nothing is broken; one of ${inWords(checks.length)} checks has a note.`, detail: note.detail }
  }
  const sentence =
    broken.length > 0
      ? `${capitalize(inWords(broken.length))} of ${inWords(checks.length)} checks ${broken.length === 1 ? 'has' : 'have'} failed.`
      : `Nothing is broken, but ${inWords(weak.length)} of ${inWords(checks.length)} checks ${weak.length === 1 ? 'warns' : 'warn'}.`
  return { sentence, detail: `Start with ${first.name}: ${first.detail}` }
}

const figures = ({ a, mx, dnssec, checks }: DnsDiagnosticResult): Figure[] => {
  const passed = checks.filter(({ status }) => status === 'pass').length
  return [
    {
      label: 'Checks passed',
      value: String(passed),
      unit: `of ${checks.length}`,
      note: passed === checks.length ? 'all pass' : 'see the rest below',
    },
    { label: 'Addresses', value: String(a.length), note: a[0] ?? 'none' },
    { label: 'Mail servers', value: String(mx.length), note: mx[0]?.exchange ?? 'none' },
    { label: 'DNSSEC', value: dnssec.status, note: dnssec.chain_valid ? 'the chain holds' : 'no valid chain' },
  ]
}

/** Returns the passed and failed checks in one sentence. */
const tally = (checks: DnsDiagnosticResult['checks']): string => {
  const named = (wanted: DnsDiagnosticResult['checks'][number]['status'], words: string): string[] => {
    const names = checks.filter(({ status }) => status === wanted).map(({ name }) => name)
    return names.length === 0 ? [] : [`${words} ${prose(names)}`]
  }
  const parts = [
    ...named('critical', 'failed:'),
    ...named('warning', 'warned:'),
    ...named('info', 'with a note:'),
    ...named('pass', 'passed:'),
  ]
  return `${capitalize(parts.join('; '))}.`
}

function report(result: DnsDiagnosticResult, world: World): ReportDraft<DnsDiagnosticCode> {
  const { domain, checks } = result
  const { sentence, detail } = verdict(checks)
  return {
    sentence,
    detail,
    figures: figures(result),
    findings: examine(world, domain).checks.map(({ finding }) => finding),
    plot: {
      kind: 'list',
      caption: `The checks of ${domain} and their results`,
      alternative: tally(checks),
      items: checks.map((check) => ({ label: check.name, value: check.detail, severity: check.status })),
    },
  }
}

/** Simulates `dns-diagnostic`. */
export const dnsDiagnosticSimulation: Simulation<string, DnsDiagnosticResult, DnsDiagnosticCode> = {
  simulate,
  report,
}
