import { Refusal } from '../wire/refusal.ts'
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

/** Does what a form asks for and gives where that leads; what is refused is told on a page instead. */
export const submit = (work: () => string, tell: (problem: string) => PageAnswer): PageAnswer => {
  try {
    return { to: work() }
  } catch (error) {
    if (error instanceof Refusal) return tell(error.message)
    throw error
  }
}
