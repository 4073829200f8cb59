import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { addressOfReverseName } from '../../src/foundation/names.ts'
import type { MailDns } from '../../src/protocols/mail-dns.ts'
import type { SpfClient } from '../../src/protocols/spf-evaluation.ts'

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** Answers mailauth's queries in the format of Node's resolver. */
const resolverOf = (dns: MailDns) => async (name: string, type: string) => {
  const read = (): readonly unknown[] | undefined => {
    if (type === 'TXT') return dns.text(name)?.map((text) => [text])
    if (type === 'MX') return dns.exchanges(name)?.map((exchange, priority) => ({ exchange, priority }))
    if (type === 'PTR') return dns.reverseNames(addressOfReverseName(name) ?? name)
    if (type === 'CNAME') return []
    return dns.addresses(name, type === 'AAAA' ? 'AAAA' : 'A')
  }
  const found = read()
  if (found === undefined) throw failure('ESERVFAIL')
  if (found.length === 0) throw failure(dns.exists(name) === false ? 'ENOTFOUND' : 'ENODATA')
  return found as string[][] // of the type that mailauth queried
}

/** Evaluates SPF with mailauth, strictly by RFC 7208. */
export const judgeSpf = async (dns: MailDns, { address, sender, helo }: SpfClient): Promise<string> => {
  const { status } = await spf({
    sender,
    ip: address,
    helo,
    mta: 'mx.example',
    resolver: resolverOf(dns),
    strict: true,
  })
  return status.result
}

/** Evaluates DMARC with mailauth, strictly by RFC 9989, for an author and the domains that passed SPF and DKIM. */
export const judgeDmarc = async (
  dns: MailDns,
  author: string,
  spfDomains: readonly string[],
  dkimDomains: readonly string[] = [],
) => {
  const judged = await dmarc({
    headerFrom: author,
    spfDomains: [...spfDomains],
    dkimDomains: dkimDomains.map((domain) => ({ domain })),
    resolver: resolverOf(dns),
    strict: true,
  })
  return judged === false ? undefined : { result: judged.status.result, policy: judged.policy }
}
