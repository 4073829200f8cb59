import { ApiClientError, type Client, type Verification } from '@netbox/contract'
import { apiMessages } from '@netbox/product'
import { keyOf } from './addresses.ts'

/** How many addresses go in one request: far less than the service takes at once, so that little is asked for twice after a break. */
const AT_ONCE = 1000
const LONGEST = 1024
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** Says why an address can't even be sent; undefined if it can. */
const problemOf = (address: string): string | undefined => {
  if (address.length > LONGEST) return 'This is too long to be an address.'
  return UNCLEAN.test(address) ? 'This holds characters that no address has.' : undefined
}

/** Gathers addresses into requests, each address once. Finished addresses are left out. */
export const requestsOf = async function* (
  addresses: AsyncIterable<string>,
  seen: Set<string>,
  onBad: (address: string, problem: string) => void,
): AsyncGenerator<readonly string[]> {
  let request: string[] = []
  for await (const line of addresses) {
    const address = line.trim()
    const problem = problemOf(address)
    if (problem !== undefined) {
      onBad(address, problem)
      continue
    }
    const key = keyOf(address)
    if (key === '' || seen.has(key)) continue
    seen.add(key)
    request.push(address)
    if (request.length < AT_ONCE) continue
    yield request
    request = []
  }
  if (request.length > 0) yield request
}

const brokenOff = (): ApiClientError => {
  const cause = Object.assign(new Error('The stream ended before all was told.'), { code: 'ECONNRESET' })
  return new ApiClientError(apiMessages.networkError, { code: 'network_error' }, cause)
}

// The client trusts the service; shown and stored data is checked. A status of a newer service is a status too.
const isResult = ({ email, status, confidence }: Partial<Verification>): boolean =>
  typeof email === 'string' && typeof status === 'string' && typeof confidence === 'number'

/** Verifies the addresses of one request. Throws where the service ends before it has answered them all. */
export const verifyRequest = async (
  client: Pick<Client, 'stream'>,
  emails: readonly string[],
  signal: AbortSignal,
  onResult: (result: Verification) => void,
): Promise<void> => {
  let count = 0
  for await (const result of client.stream('email.verify', { body: { emails: [...emails] }, signal })) {
    if (!isResult(result ?? {})) throw new ApiClientError(apiMessages.invalidResponse, { code: 'invalid_response' })
    count++
    onResult(result)
  }
  if (count < emails.length) throw brokenOff()
}
