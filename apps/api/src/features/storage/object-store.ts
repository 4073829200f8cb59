import type { Readable } from 'node:stream'

/** The bytes of a file, in chunks. */
export type Content = AsyncIterable<Uint8Array>

/** A part of a file, with inclusive ends. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A durably stored file, which may not have a row yet. */
export interface StoredFile {
  /** The name of the file. */
  readonly version: string
  readonly size: number
  /** SHA-256, in quotes. */
  readonly etag: string
}

/** Returns the files that have a row. */
export type FindReferenced = (versions: readonly string[]) => Promise<ReadonlySet<string>>

/** Stores files, each under its own random name. A file never changes. */
export interface ObjectStore {
  /** Stores a stream. Throws `EntityTooLarge`; an incomplete file is removed. */
  write(content: Content, limit: number): Promise<StoredFile>
  /** Stores the content of a file under another name. Throws `NoSuchKey`. */
  copy(version: string): Promise<string>
  /** Opens a file, or a part of it; undefined if it is missing. */
  open(version: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes a file; a missing one is not an error. */
  remove(version: string): Promise<void>
  /** Removes files that are older than an hour and have no row. */
  sweep(referenced: FindReferenced, signal: AbortSignal): Promise<void>
}
