import { lookup, Resolver as CallbackResolver } from 'node:dns'
import dns, { NOTFOUND, Resolver, resolveMx } from 'node:dns/promises'

/** Returns the first mail server of a domain with its address and names, as a typical program that imports `node:dns/promises` would. */
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

/** Passes the address of a domain's first mail server to a callback, as a program that uses `node:dns` would. */
export const mailAddress = (domain: string, answer: (error: Error | null, address?: string) => void): void => {
  new CallbackResolver().resolveMx(domain, (error, records) => {
    if (error !== null) return answer(error)
    const [first] = records.toSorted((a, b) => a.priority - b.priority)
    lookup(first?.exchange ?? '', 4, answer)
  })
}
