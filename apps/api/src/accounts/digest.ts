import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns the SHA-256 of a text in hexadecimal: the stored form of tokens and codes, which are random. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares two texts of the same length in constant time; texts of different lengths are unequal. */
export const sameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
