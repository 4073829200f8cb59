/** One record that a program printed. */
export interface CapturedRecord {
  readonly name: string
  /** A mnemonic, or `TYPE65280` (RFC 3597, section 5). */
  readonly type: string
  /** The record as a world document has it; undefined if documents can't list it, because netbox computes it. */
  readonly value: object | undefined
  readonly ttl: number
  readonly line: number
  /** The section of the message; `listed` for a record of a zone file, of a transfer, or without the header of its message. */
  readonly section: 'answer' | 'authority' | 'additional' | 'listed'
}

/** One answer that a program printed, or records without a header. */
export interface CapturedAnswer {
  readonly file: string
  readonly line: number
  readonly records: CapturedRecord[]
  question?: { readonly name: string; readonly type: string }
  /** The code in capitals; undefined for records without a header. */
  rcode?: string
  /** Whether the resolver validated the answer (RFC 4035, section 3.2.3); undefined if the program doesn't say it. */
  isAuthentic?: boolean
  /** Whether the records are a whole zone. */
  isZone?: boolean
  server?: string
  time?: string
}

/** A line that can't be read, or whose fact a world document can't have. */
export interface CaptureProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The content that was read from a file. */
export interface Captured {
  readonly answers: readonly CapturedAnswer[]
  readonly problems: readonly CaptureProblem[]
}
