import * as v from 'valibot'

/*
 * The building blocks of bodies. Objects drop the keys that they don't know, so that nothing a caller adds reaches a
 * handler; texts refuse what databases and mail headers choke on.
 */

// Lone surrogates are no characters: they can't be written as UTF-8.
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
const UNCLEAN_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

const CLEAN = 'Must not have control characters.'

/** Returns whether every database and log can take a text as it is: no NUL, no half of a surrogate pair. */
const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Describes any text that can be stored. */
const storable = () => v.pipe(v.string('Must be text.'), v.check(isStorable, CLEAN))

/** Makes the schema of an object: unknown keys are dropped, a missing one says so in plain words. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, ({ received, expected }) =>
    expected === 'Object' ? 'Must be an object.' : received === 'undefined' ? 'Is required.' : 'Is not valid.',
  )

/** Makes the schema of one line of text, trimmed, of `min` to `max` characters. */
export const line = (max: number, min = 1) =>
  v.pipe(
    v.string('Must be text.'),
    v.trim(),
    v.minLength(min, min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`),
    v.maxLength(max, `Must have at most ${max} characters.`),
    v.check((text) => !UNCLEAN.test(text), CLEAN),
  )

/** Makes the schema of text of several lines, at most `max` characters; it may be empty. */
export const lines = (max: number) =>
  v.pipe(
    v.string('Must be text.'),
    v.maxLength(max, `Must have at most ${max} characters.`),
    v.check((text) => !UNCLEAN_BUT_LINES.test(text), CLEAN),
  )

/** Makes the schema of a secret: any text but none, as it is. */
export const secret = () => v.pipe(storable(), v.minLength(1, 'Must not be empty.'))

/** Makes the schema of a password to be set. How short or long it may be is for the service to say, in the spec's words. */
export const newPassword = storable

/** Describes an address as typed. Whether it is one is for the service to say, in the spec's words. */
export const address = () => v.pipe(storable(), v.trim(), v.maxLength(320, 'Must have at most 320 characters.'))

/** Describes true or false. */
export const flag = () => v.boolean('Must be true or false.')

/**
 * Describes a number that may come as text, as in queries and forms. In the OpenAPI document it is what the metadata
 * beside it says, so a custom schema, which says nothing there.
 */
export const textOrNumber = () =>
  v.custom<string | number>((value) => typeof value === 'string' || typeof value === 'number', 'Must be a number.')

/** Describes one of some fixed texts. */
export const choice = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  v.picklist(options, `Must be one of: ${options.join(', ')}.`)

/** Describes an instant: ISO 8601 in UTC. */
export const instant = () =>
  v.pipe(v.string('Must be text.'), v.isoTimestamp('Must be a time like 2026-01-01T00:00:00Z.'))

/** Describes a whole number that is at least 0. */
export const count = () =>
  v.pipe(v.number('Must be a number.'), v.integer('Must be whole.'), v.minValue(0, 'Must not be negative.'))

/** Describes a solved challenge, where one may be required. Other values count as none. */
export const solvedCaptcha = () =>
  v.optional(v.pipe(storable(), v.maxLength(4096, 'Must have at most 4096 characters.')))

/** Describes the id of a row. Any text is taken: an id that names nothing is not found, whatever it looks like. */
export const id = storable

/** Describes parameters of the path that consist of an id. */
export const idParams = v.object({ id: id() })
