/** A part of a text: a paragraph, a list, a table, or a program to copy. `code` and [links](/help) may be in sentences. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly label: string }
  | {
      readonly label: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** A part of a page under its own heading. */
export interface InfoSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** The text of an information page. */
export interface InfoText {
  readonly title: string
  readonly lede: string
  readonly sections: readonly InfoSection[]
}

/** The texts that all information pages share. */
export const informationTexts = { contents: 'On this page' } as const

/** The 404 page's own texts; the others come from core. */
export const notFoundTexts = {
  drawing: 'A broken route: a source, two hops, a gap, and a missing destination.',
  text: 'There is no page at this URL. It may be mistyped, or the page has moved.',
  find: 'Find a tool',
} as const
