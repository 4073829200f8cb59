import { aRecord } from './dns/a-record.ts'
import { cnameLookup } from './dns/cname-lookup.ts'
import { dnsDiagnostic } from './dns/dns-diagnostic.ts'
import { dnsPropagation } from './dns/dns-propagation.ts'
import { dnssecCheck } from './dns/dnssec-check.ts'
import { mxRecord } from './dns/mx-record.ts'
import { soaRecord } from './dns/soa-record.ts'
import { spfCheck } from './dns/spf-check.ts'
import { txtRecord } from './dns/txt-record.ts'
import { whoisLookup } from './dns/whois-lookup.ts'
import { arinLookup } from './network/arin-lookup.ts'
import { blacklistCheck } from './network/blacklist-check.ts'
import { ptrLookup } from './network/ptr-lookup.ts'
import { geoipLookup } from './network/geoip-lookup.ts'
import { tcpPortTest } from './network/tcp-port-test.ts'
import { traceroute } from './network/traceroute.ts'
import { pingTest } from './network/ping-test.ts'
import { emailDeliverability } from './email/email-deliverability.ts'
import { emailMigration } from './email/email-migration.ts'
import { emailValidation } from './email/email-validation.ts'
import { headerAnalyzer } from './email/header-analyzer/header-analyzer.ts'
import { smtpTest } from './email/smtp-test.ts'
import { spfGenerator } from './email/spf-generator.ts'
import { headerSecurity } from './security/header-security.ts'
import { httpsTest } from './security/https-test.ts'

/** All tools, in display order. Everything else is derived from this list. The pages below /docs/tools of a service show an example of each. */
export const tools = [
  blacklistCheck,
  ptrLookup,
  arinLookup,
  tcpPortTest,
  pingTest,
  traceroute,
  geoipLookup,
  aRecord,
  mxRecord,
  txtRecord,
  cnameLookup,
  soaRecord,
  dnssecCheck,
  whoisLookup,
  dnsPropagation,
  spfCheck,
  dnsDiagnostic,
  smtpTest,
  emailValidation,
  emailDeliverability,
  spfGenerator,
  headerAnalyzer,
  emailMigration,
  httpsTest,
  headerSecurity,
] as const
