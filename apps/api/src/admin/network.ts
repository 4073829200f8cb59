import { Resolver as DnsResolver } from 'node:dns/promises'
import { reverseNameOf } from '@netbox/core/dns'
import { createConnector, createResolver } from '@netbox/email-verifier'
import type { Config } from '../config/config.ts'
import type { Network } from './examine-verifier.ts'

/** Waits for a lookup. A missing record is a valid answer: an empty list. */
const orNone = async <Record>(question: Promise<Record[]>): Promise<Record[]> => {
  try {
    return await question
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTFOUND', 'ENODATA'].includes(String(error.code))) return []
    throw error
  }
}

/** Creates the lookups of names and ports, with the configured nameservers. */
export const createNetwork = ({ dns: servers, allow }: Config['verifier']): Network => {
  const dns = new DnsResolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) dns.setServers(servers)
  return {
    resolver: createResolver(servers.length === 0 ? {} : { servers }),
    connector: createConnector(allow === undefined ? {} : { allow }),
    // Queries the reverse name, because a reverse lookup by address would also read this machine's hosts file.
    pointers: (address) => orNone(dns.resolvePtr(reverseNameOf(address) ?? address)),
    texts: async (name) => (await orNone(dns.resolveTxt(name))).map((pieces) => pieces.join('')),
  }
}
