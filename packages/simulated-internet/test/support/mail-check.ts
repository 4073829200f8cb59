import dns, { NOTFOUND, Resolver, resolveMx } from 'node:dns/promises'

/** A program as people write them: it imports the resolver by itself. Tells who takes the mail of a domain. */
export const mailHosts = async (domain: string): Promise<string[]> => {
  try {
    const records = await resolveMx(domain)
    const [first] = records.toSorted((a, b) => a.priority - b.priority)
    const { address } = await dns.lookup(first?.exchange ?? '', 4)
    const names = await new Resolver({ tries: 2 }).reverse(address)
    return [first?.exchange ?? '', address, ...names]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOTFOUND) return []
    throw error
  }
}
