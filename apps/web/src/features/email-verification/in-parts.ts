/** The maximum number of addresses in one request to the service. */
export const MOST_ADDRESSES = 10_000

/** The maximum number of bytes: less than the service's limit of a mebibyte, because a request contains more than the addresses. */
export const MOST_BYTES = 1_000_000

const encoder = new TextEncoder()

// Returns the size of an address in JSON, with a comma.
const bytesOf = (email: string): number => encoder.encode(JSON.stringify(email)).length + 1

/** Splits a list into parts that each fit in one request. Every address is in one of the parts, regardless of its length. */
export const inParts = (emails: readonly string[]): string[][] => {
  const parts: string[][] = []
  let room = 0
  for (const email of emails) {
    const bytes = bytesOf(email)
    const part = parts.at(-1)
    if (part !== undefined && part.length < MOST_ADDRESSES && bytes <= room) {
      part.push(email)
      room -= bytes
    } else {
      parts.push([email])
      room = MOST_BYTES - bytes
    }
  }
  return parts
}
