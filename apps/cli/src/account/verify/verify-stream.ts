import { ApiClientError, type Client, type Verification } from '@netbox/contract'
import { apiMessages } from '@netbox/product'
import { keyOf } from './addresses.ts'

/** The number of addresses in one request. It is far below the service's maximum, so that an interruption repeats few of them. */
const AT_ONCE = 1000
const LONGEST = 1024
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** Returns why an address can't be sent; undefined if it can. */
const problemOf = (address: string): string | undefined => {
  if (address.length > LONGEST) return 'This is too long to be an address.'
  return UNCLEAN.test(address) ? 'This contains characters that no address can have.' : undefined
}

/** Groups addresses into requests. Skips addresses in `seen`, which has the finished ones, and adds the others to it. */
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
  const cause = Object.assign(new Error('The stream ended before all results arrived.'), { code: 'ECONNRESET' })
  return new ApiClientError(apiMessages.networkError, { code: 'network_error' }, cause)
}

/** Verifies the addresses of one request. Throws if the response ends before it has a result for each. */
export const verifyRequest = async (
  client: Pick<Client, 'stream'>,
  emails: readonly string[],
  signal: AbortSignal,
  onResult: (result: Verification) => void,
): Promise<void> => {
  let count = 0
  for await (const result of client.stream('email.verify', { body: { emails: [...emails] }, signal })) {
    count++
    onResult(result)
  }
  if (count < emails.length) throw brokenOff()
}
