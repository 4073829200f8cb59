import fc from 'fast-check'

/** Makes texts of any UTF-16 code units, halves of surrogate pairs too; half of them are controls, ASCII and Latin-1. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0xff }), fc.nat({ max: 0xffff })), { maxLength })
    .map((units) => String.fromCharCode(...units))
