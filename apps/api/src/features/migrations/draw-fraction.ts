import { newSecret } from '../../random.ts'

const BYTES = 6

/** Draws a number from 0 (included) to 1 (excluded), each of 2^48 equally likely. */
export const drawFraction = (): number =>
  Buffer.from(newSecret(BYTES), 'base64url').readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
