/** How many addresses the service takes in one request. */
export const MOST_ADDRESSES = 10_000

/** How many bytes: less than the service's own limit of a mebibyte, as there is more in a request than the addresses. */
export const MOST_BYTES = 1_000_000

const encoder = new TextEncoder()

// As it is written in JSON, with a comma.
const bytesOf = (email: string): number => encoder.encode(JSON.stringify(email)).length + 1

/** Cuts a list into parts that the service takes in one request each. An address is in one of them, however long it is. */
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
