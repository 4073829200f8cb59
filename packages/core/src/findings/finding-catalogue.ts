import type { FindingCodeOf, ToolId } from '../catalogue/catalogue.ts'
import type { FindingKind } from '../reports/finding-kind.ts'
import { type ScenarioName, scenarios } from '../scenarios/index.ts'
import { aRecordCodes } from '../tools/dns/a-record.codes.ts'
import { cnameLookupCodes } from '../tools/dns/cname-lookup.codes.ts'
import { dnsDiagnosticCodes } from '../tools/dns/dns-diagnostic.codes.ts'
import { dnsPropagationCodes } from '../tools/dns/dns-propagation.codes.ts'
import { dnssecCheckCodes } from '../tools/dns/dnssec-check.codes.ts'
import { mxRecordCodes } from '../tools/dns/mx-record.codes.ts'
import { soaRecordCodes } from '../tools/dns/soa-record.codes.ts'
import { spfCheckCodes } from '../tools/dns/spf-check.codes.ts'
import { txtRecordCodes } from '../tools/dns/txt-record.codes.ts'
import { whoisLookupCodes } from '../tools/dns/whois-lookup.codes.ts'
import { arinLookupCodes } from '../tools/network/arin-lookup.codes.ts'
import { blacklistCheckCodes } from '../tools/network/blacklist-check.codes.ts'
import { ptrLookupCodes } from '../tools/network/ptr-lookup.codes.ts'
import { geoipLookupCodes } from '../tools/network/geoip-lookup.codes.ts'
import { tcpPortTestCodes } from '../tools/network/tcp-port-test.codes.ts'
import { tracerouteCodes } from '../tools/network/traceroute.codes.ts'
import { pingTestCodes } from '../tools/network/ping-test.codes.ts'
import { emailDeliverabilityCodes } from '../tools/email/email-deliverability.codes.ts'
import { emailMigrationCodes } from '../tools/email/email-migration.codes.ts'
import { emailValidationCodes } from '../tools/email/email-validation.codes.ts'
import { headerAnalyzerCodes } from '../tools/email/header-analyzer/header-analyzer.codes.ts'
import { smtpTestCodes } from '../tools/email/smtp-test.codes.ts'
import { spfGeneratorCodes } from '../tools/email/spf-generator.codes.ts'
import { headerSecurityCodes } from '../tools/security/header-security.codes.ts'
import { httpsTestCodes } from '../tools/security/https-test.codes.ts'
import { type ZoneCode, zoneCodes } from './zone.codes.ts'

/** A finding that a tool or `netbox preflight` can report, whatever its subject is. */
export interface FindingEntry extends FindingKind {
  readonly code: FindingCodeOf<ToolId> | ZoneCode
  /** The tool that reports it, or `preflight`. */
  readonly tool: ToolId | 'preflight'
  /** The scenarios that produce it with every seed. */
  readonly scenarios: readonly ScenarioName[]
}

// A tool without its codes does not compile.
const kinds: { readonly [Id in ToolId]: Readonly<Record<FindingCodeOf<Id>, FindingKind>> } = {
  'a-record': aRecordCodes,
  'cname-lookup': cnameLookupCodes,
  'dns-diagnostic': dnsDiagnosticCodes,
  'dns-propagation': dnsPropagationCodes,
  'dnssec-check': dnssecCheckCodes,
  'mx-record': mxRecordCodes,
  'soa-record': soaRecordCodes,
  'spf-check': spfCheckCodes,
  'txt-record': txtRecordCodes,
  'whois-lookup': whoisLookupCodes,
  'arin-lookup': arinLookupCodes,
  'blacklist-check': blacklistCheckCodes,
  'ptr-lookup': ptrLookupCodes,
  'geoip-lookup': geoipLookupCodes,
  'tcp-port-test': tcpPortTestCodes,
  traceroute: tracerouteCodes,
  'ping-test': pingTestCodes,
  'email-deliverability': emailDeliverabilityCodes,
  'email-migration': emailMigrationCodes,
  'email-validation': emailValidationCodes,
  'header-analyzer': headerAnalyzerCodes,
  'smtp-test': smtpTestCodes,
  'spf-generator': spfGeneratorCodes,
  'header-security': headerSecurityCodes,
  'https-test': httpsTestCodes,
}

const scenariosOf = (tool: ToolId, code: string): ScenarioName[] =>
  scenarios.flatMap(({ name, findings }) => (code in (findings[tool] ?? {}) ? [name] : []))

/**
 * All findings of all tools, tool by tool, and of `netbox preflight`.
 *
 * @example
 * findingCatalogue.find(({ code }) => code === 'mx-single')?.title // => 'There is only one mail server'
 */
export const findingCatalogue: readonly FindingEntry[] = Object.entries({ ...kinds, preflight: zoneCodes }).flatMap(
  ([name, codes]) => {
    const tool = name as FindingEntry['tool'] // The cast is safe: the keys of the table are the ids of the tools.
    return Object.entries<FindingKind>(codes).map(([code, kind]) => ({
      code: code as FindingEntry['code'], // Safe for the same reason.
      tool,
      ...kind,
      scenarios: tool === 'preflight' ? [] : scenariosOf(tool, code),
    }))
  },
)

/**
 * Returns the finding of a code; undefined for any other text.
 *
 * @example
 * findFinding('mx-silent')?.tool // => 'mx-record'
 * findFinding('mx-silent')?.scenarios // => ['mx-down']
 * findFinding('mx-loud') // => undefined
 */
export const findFinding = (code: string): FindingEntry | undefined =>
  findingCatalogue.find((entry) => entry.code === code)
