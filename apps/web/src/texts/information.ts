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
