import { between, type Entity, part } from './mapping.ts'

// 32 signs that nobody takes for each other, so that each takes five bits of a draw.
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'

const sign = (bits: number): number => SIGNS.charCodeAt(bits & 31)

/** Gives a token as services hand them out: `length` letters and digits, a multiple of four. */
export const tokenOf = (of: Entity, field: string, length: number): string => {
  let token = ''
  for (let index = 0; index < length / 4; index++) {
    const draw = between(part(of, index), field, 0, 0xf_ffff)
    token += String.fromCharCode(sign(draw), sign(draw >>> 5), sign(draw >>> 10), sign(draw >>> 15))
  }
  return token
}
