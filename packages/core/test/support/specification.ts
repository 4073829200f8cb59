/*
 * The specification's statements on its 25 tools, copied by hand: §2 "Route table", §3 "Tool catalogue" and "Simulated result shapes", §9
 * "Tool counts" and "Daily limits". All other tests use the catalogue, so that a new tool does not change them.
 *
 * dns-diagnostic has no row in §3's shapes or §9's limits: its keys and its limits are netbox's own choice.
 */

// tool and path | tab and short id of the picker | input | category of the dashboard | runs a day | keys of the result
const TABLE = `
blacklist-check      | network blacklist      | IP Address      | network  | 50 / 500 / -1   | ip status score sources recommendation
ptr-lookup           | network ptr            | IP Address      | network  | 100 / 1000 / -1 | ip hostname valid response_time
arin-lookup          | network arin           | IP Address      | network  | 75 / 750 / -1   | ip asn organization country network abuse_contact
tcp-port-test        | network tcp            | IP/Domain:Port  | network  | 25 / 250 / -1   | host port status response_time service
ping-test            | network ping           | IP Address      | network  | 50 / 500 / -1   | host packets_sent packets_received packet_loss min_time max_time avg_time results
traceroute           | network trace          | IP Address      | network  | 25 / 250 / -1   | host hops
geoip-lookup         | network geoip          | IP Address      | network  | 100 / 1000 / -1 | city country latitude longitude timezone isp
a-record             | dns a                  | Domain Name     | dns      | 100 / 1000 / -1 | domain records
mx-record            | dns mx                 | Domain Name     | dns      | 100 / 1000 / -1 | domain records
txt-record           | dns txt                | Domain Name     | dns      | 100 / 1000 / -1 | domain records
cname-lookup         | dns cname              | Domain Name     | dns      | 100 / 1000 / -1 | domain cname ttl
soa-record           | dns soa                | Domain Name     | dns      | 100 / 1000 / -1 | primary_ns admin_email serial refresh retry expire minimum
dnssec-check         | dns dnssec             | Domain Name     | dns      | 50 / 500 / -1   | dnssec_enabled status chain_valid algorithms
whois-lookup         | dns whois              | Domain Name     | dns      | 50 / 500 / -1   | registrar creation_date expiration_date nameservers status
dns-propagation      | dns propagation        | Domain Name     | dns      | 25 / 250 / -1   | propagation_status servers
spf-check            | dns spf                | Domain Name     | dns      | 50 / 500 / -1   | spf_record valid warnings includes mechanisms
dns-diagnostic       | dns dns                | Domain Name     |          | 0 / 250 / -1    | a mx nameservers soa txt spf dnssec propagation checks
smtp-test            | email smtp-test        | SMTP Details    | email    | 25 / 250 / -1   | host port reachable supports_tls auth_methods response_time
email-validation     | email email-validation | Email Addresses | email    | 100 / 1000 / -1 | valid syntax_check domain_check mx_check deliverable risk_score
email-deliverability | email deliverability   | Domain Name     | email    | 50 / 500 / -1   | spf_valid dkim_configured dmarc_policy deliverability_score recommendations
spf-generator        | email spf-generator    | Domain Details  | email    | 25 / 250 / -1   | generated_spf explanation recommendations
header-analyzer      | email header-analyzer  | Email Headers   | email    | 50 / 500 / -1   | security_score spf_result dkim_result dmarc_result route recommendations
email-migration      | email email-migration  | IMAP Details    | email    | 0 / 10 / 50     | status source_folders estimated_emails estimated_size migration_id next_steps
https-test           | dns https              | Domain Name     | security | 50 / 500 / -1   | ssl_grade certificate_valid expires_in_days protocols cipher_suites issues
header-security      |                        | Domain Name     | security | 50 / 500 / -1   | security_score headers recommendations
`

/** The specification's data on each tool. Only TXT has a path that differs from its id. */
export const specifiedTools = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', picker = '', input = '', dashboard = '', limits = '', keys = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return { id, path: id === 'txt-record' ? 'txt-records' : id, picker, input, dashboard, limits, keys }
  })
