/** A term of an SPF record as parsed by `spf-parse`. */
interface ParsedTerm {
  readonly type?: string
  readonly value?: string
}

declare module 'spf-parse' {
  export default function parse(record: string): {
    readonly valid: boolean
    readonly mechanisms: readonly ParsedTerm[]
    readonly messages?: readonly { readonly message: string; readonly type: string }[]
  }
}

declare module 'dmarc-parse' {
  export default function parse(record: string): {
    readonly tags: Readonly<Record<string, { readonly value: string }>>
    readonly messages?: readonly string[]
  }
}
