import fc from 'fast-check'
import { anyText } from './any-text.ts'

/** Texts that programs often treat wrongly. */
export const awkward = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\u{d800}',
  '__proto__',
  'a@b.example',
  '1',
  'null',
  '%s%n',
  "'; drop table users; --",
  '../../etc/passwd',
  '2026-11-20T08:00:00+05',
  'é'.repeat(400),
)

const leaf = fc.oneof(awkward, anyText, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))

// Objects that can't be converted to text, and names that every object inherits.
const strange = fc.constantFrom(
  { toString: 1, valueOf: 1 },
  { toJSON: 1 },
  { length: 1e9 },
  JSON.parse('{"then":1}') as object,
  { constructor: { prototype: {} } },
)

/** Stands for very deep JSON, which is written directly, because it can't be made from a value. */
const DEEP = 'a very deep value'

/** Any JSON value. */
export const value = fc.oneof(
  { depthSize: 'small' },
  leaf,
  fc.array(leaf),
  fc.dictionary(fc.string(), leaf),
  fc.jsonValue(),
  strange,
  fc.constant(DEEP),
)

const LEVELS = 50_000
const deep = `${'[{"a":'.repeat(LEVELS)}1${'}]'.repeat(LEVELS)}`

/** Writes a generated value as JSON. */
export const jsonText = (body: unknown): string => (JSON.stringify(body) ?? 'undefined').replaceAll(`"${DEEP}"`, deep)
