import fc from 'fast-check'

/** Generates texts of any UTF-16 code units, including lone surrogates; half of the characters are controls, ASCII and Latin-1. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0xff }), fc.nat({ max: 0xffff })), { maxLength })
    .map((units) => String.fromCharCode(...units))
