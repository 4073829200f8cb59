import { between, type Entity, part } from './mapping.ts'

// The 32 characters of tokens. They are hard to confuse, and each encodes five bits.
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'

const sign = (bits: number): number => SIGNS.charCodeAt(bits & 31)

/** Returns a token in the style of online services: `length` letters and digits, a multiple of four. */
export const tokenOf = (of: Entity, field: string, length: number): string => {
  // One draw, split into parts, is as random as several draws and faster. The cast is safe: a 31-bit number is a valid entity.
  const whole = between(of, field, 0, 0x7fff_fffe) as Entity
  let token = ''
  for (let index = 0; index < length / 4; index++) {
    const bits = part(whole, index)
    token += String.fromCharCode(sign(bits), sign(bits >>> 5), sign(bits >>> 10), sign(bits >>> 15))
  }
  return token
}
