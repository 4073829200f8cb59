import fc from 'fast-check'
import { parseDomain } from '../../src/inputs/host.ts'

/*
 * The names that random tests draw. A test that draws names of its own may draw one that no input can be, such as `xn--a.example`, and then
 * fails once in many runs.
 */

const isAccepted = (name: string): boolean => parseDomain(name) === name

/** Labels that are valid in any domain. */
export const labels = fc
  .stringMatching(/^[a-z](?:[a-z0-9-]{0,8}[a-z0-9])?$/)
  .filter((label) => isAccepted(`${label}.example`))

/** Suffixes below which every domain exists. */
export const suffixes = fc.constantFrom('example', 'test', 'co.uk')

/** Returns domains and names below them, with one to so many labels before the suffix. Inputs accept them unchanged. */
export const namesOf = (maxLength: number) =>
  fc.tuple(fc.array(labels, { minLength: 1, maxLength }), suffixes).map(([parts, end]) => [...parts, end].join('.'))

/** Domains and names directly below them, which all exist. */
export const acceptedNames = namesOf(2)

const refusedLabels = fc.oneof(
  labels.map((label) => `-${label}`),
  labels.map((label) => `${label}-`),
  labels.map((label) => `${label} `),
  labels.map((label) => `${label}..a`),
  labels.map((label) => `"${label}"`),
  fc.integer({ min: 64, max: 80 }).map((length) => 'a'.repeat(length)),
  // Not the punycode of any name.
  labels.filter((label) => !isAccepted(`xn--${label}.example`)).map((label) => `xn--${label}`),
)

/** Texts in the form of a name that no input for a domain accepts. */
export const refusedNames = fc.oneof(
  fc.tuple(refusedLabels, suffixes).map((parts) => parts.join('.')),
  fc.tuple(labels, refusedLabels, suffixes).map((parts) => parts.join('.')),
  // These end in a number, as addresses do.
  fc.tuple(labels, fc.nat(999)).map((parts) => parts.join('.')),
)
