import fc from 'fast-check'

/** Any character, a third of them ASCII. fast-check's own unit `binary` takes a second in each process that uses it. */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

/** Any text. */
export const anyText = fc.string({ unit: anyCharacter })
