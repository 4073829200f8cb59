import * as v from 'valibot'

/** The schema of the response of an endpoint without other data. */
export const done = v.object({ ok: v.literal(true) })

/** The schema of a response that is the same for known and unknown addresses. */
export const accepted = v.object({ ok: v.literal(true), message: v.string() })

/** The schema of the error of one field; `path` has dots: 'emails.0'. */
const fieldError = v.object({ msg: v.string(), path: v.string() })

/** The schema of the body of every error response. Only `validation_failed` has `errors`. */
export const apiErrorBody = v.object({
  error: v.string(),
  code: v.string(),
  request_id: v.string(),
  errors: v.optional(v.array(fieldError)),
})

/** The body of every error response. */
export type ApiErrorBody = v.InferOutput<typeof apiErrorBody>
