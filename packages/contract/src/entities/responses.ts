import * as v from 'valibot'

/** Describes the answer of what has nothing to say but that it was done. */
export const done = v.object({ ok: v.literal(true) })

/** Describes the answer that is the same for known and unknown addresses. */
export const accepted = v.object({ ok: v.literal(true), message: v.string() })

/** Describes what is wrong with one field; `path` is written with dots: 'emails.0'. */
const fieldError = v.object({ msg: v.string(), path: v.string() })

/** Describes every answer that is not a success. `errors` comes with `validation_failed` alone. */
export const apiErrorBody = v.object({
  error: v.string(),
  code: v.string(),
  request_id: v.string(),
  errors: v.optional(v.array(fieldError)),
})

/** Is the body of every answer that is not a success. */
export type ApiErrorBody = v.InferOutput<typeof apiErrorBody>
