import type { World } from '../world.ts'

/** What a page was asked, and what stands in the form that was sent. */
export interface PageCall {
  readonly world: World
  readonly method: string
  readonly id: string
  readonly form: Readonly<Record<string, string>>
}

/** What a page answers: itself, or where to go. */
export type PageAnswer = { readonly status: number; readonly html: string } | { readonly to: string }
