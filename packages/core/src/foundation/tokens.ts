import { between, type Entity, part } from './mapping.ts'

// The 32 characters of tokens. They are hard to confuse, and each encodes five bits.
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'

const sign = (bits: number): number => SIGNS.charCodeAt(bits & 31)

const signsOf = (bits: number): string =>
  String.fromCharCode(sign(bits), sign(bits >>> 5), sign(bits >>> 10), sign(bits >>> 15))

/** Returns a token in the style of online services: `length` letters and digits, a multiple of four. Two entities may have the same token. */
export const tokenOf = (of: Entity, field: string, length: number): string => {
  // One draw, split into parts, is as random as several draws and faster. The cast is safe: a 31-bit number is a valid entity.
  const whole = between(of, field, 0, 0x7fff_fffe) as Entity
  let token = ''
  for (let index = 0; index < length / 4; index++) {
    token += signsOf(part(whole, index))
  }
  return token
}

// Multiplication by an odd number gives each number below 2^20 another one below 2^20.
const SPREAD = 0x9_e379

/** Returns a token like `tokenOf`. Its last four signs are a number below 2^20, so tokens of different numbers are different. */
export const numberedToken = (of: Entity, field: string, length: number, number: number): string =>
  tokenOf(of, field, length - 4) + signsOf(Math.imul(number, SPREAD))
