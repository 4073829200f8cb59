import type { ErrorCode } from './error-codes.ts'

/** A refusal or a failure as plain data, in the words that every surface shows. */
export interface Refusal {
  readonly code: ErrorCode
  readonly title: string
  readonly message: string
}

/** Thrown by a run that was refused, failed or was cancelled. `code` is stable, `title` and `message` are for people. */
export class ToolError extends Error implements Refusal {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  readonly title: string

  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.message, options)
    this.code = refusal.code
    this.title = refusal.title
  }
}
