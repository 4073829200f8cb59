import * as v from 'valibot'

/*
 * The building blocks of bodies. Objects drop unknown keys, so that extra fields never reach a handler. Texts refuse characters that break
 * databases and mail headers.
 */

// Lone surrogates can't be encoded as UTF-8.
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
const SURROGATE = /\p{Surrogate}/u
const UNCLEAN_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const CLEAN = 'Must not have control characters.'

/** Returns whether every database and log can store a text unchanged: no NUL, no lone surrogate. */
const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Returns the schema of any text that can be stored. */
const storable = () => v.pipe(v.string('Must be text.'), v.check(isStorable, CLEAN))

/** Returns the schema of an object. It drops unknown keys and reports a missing one in plain words. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, ({ received, expected }) =>
    expected === 'Object' ? 'Must be an object.' : received === 'undefined' ? 'Is required.' : 'Is not valid.',
  )

/** Returns the schema of one line of text, trimmed, of `min` to `max` characters. */
export const line = (max: number, min = 1) =>
  v.pipe(
    v.string('Must be text.'),
    v.trim(),
    v.minLength(min, min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`),
    v.maxLength(max, `Must have at most ${max} characters.`),
    v.check((text) => !UNCLEAN.test(text), CLEAN),
  )

/** Returns the schema of pasted text, of at most `max` characters: only lone surrogates are refused. */
export const pasted = (max: number) =>
  v.pipe(
    v.string('Must be text.'),
    v.maxLength(max, `Must have at most ${max} characters.`),
    v.check((text) => !SURROGATE.test(text), CLEAN),
  )

/** Returns the schema of text of several lines, at most `max` characters; it may be empty. */
export const lines = (max: number) =>
  v.pipe(
    pasted(max),
    v.check((text) => !UNCLEAN_BUT_LINES.test(text), CLEAN),
  )

/** Returns the schema of a secret: any text that is not empty, unchanged. */
export const secret = () => v.pipe(storable(), v.minLength(1, 'Must not be empty.'))

/** Returns the schema of a new password. The service checks its length, with the spec's messages. */
export const newPassword = storable

/** Returns the schema of an email address as the user typed it. The service checks it, with the spec's messages. */
export const address = () => v.pipe(storable(), v.trim(), v.maxLength(320, 'Must have at most 320 characters.'))

/** Returns the schema of true or false. */
export const flag = () => v.boolean('Must be true or false.')

/**
 * Returns the schema of a number that may come as text, as in queries and forms. A custom schema adds nothing to the OpenAPI document, so
 * the metadata describes it there.
 */
export const textOrNumber = () =>
  v.custom<string | number>((value) => typeof value === 'string' || typeof value === 'number', 'Must be a number.')

/** Returns the schema of one of several fixed texts. */
export const choice = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  v.picklist(options, `Must be one of: ${options.join(', ')}.`)

const INSTANT = 'Must be a time like 2026-01-01T00:00:00Z.'

/** Returns the schema of an instant: ISO 8601 in UTC. */
export const instant = () =>
  v.pipe(
    v.string('Must be text.'),
    v.isoTimestamp(INSTANT),
    // The pattern allows zones that JavaScript can't read, such as `+05`.
    v.rawCheck(({ dataset: { typed, issues, value }, addIssue }) => {
      if (typed && issues === undefined && Number.isNaN(Date.parse(value))) addIssue({ message: INSTANT })
    }),
  )

/** Returns the schema of a non-negative whole number. */
export const count = () =>
  v.pipe(v.number('Must be a number.'), v.integer('Must be whole.'), v.minValue(0, 'Must not be negative.'))

/** Returns the schema of a solved challenge. The service treats other values like a missing one. */
export const solvedCaptcha = () =>
  v.optional(v.pipe(storable(), v.maxLength(4096, 'Must have at most 4096 characters.')))

/** Returns the schema of the id of a row. It accepts any text; for an unknown id, the response is `not_found`. */
export const id = storable

/** The schema of path parameters that consist of an id. */
export const idParams = v.object({ id: id() })
