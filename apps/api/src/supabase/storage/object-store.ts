/** The bytes of a file, as a stream. */
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
}

/** A file of the store, by its name. */
export interface ListedFile {
  readonly version: string
  /** Returns the time of the last change of the file or its name, in epoch milliseconds; undefined if it is gone. */
  readonly changedAt: () => Promise<number | undefined>
}

/** A store of files, each under its own random name. A file never changes. */
export interface ObjectStore {
  /** The folder or the URL of the bucket, for messages. */
  readonly place: string
  /** Stores a stream. Throws `EntityTooLarge`; an incomplete file is removed. */
  write(content: Content, limit: number): Promise<StoredFile>
  /** Stores the content of a file under another name. Throws `NoSuchKey`. */
  copy(version: string): Promise<string>
  /** Opens a file, or a part of it; undefined if it is gone. */
  open(version: string, range?: ByteRange): Promise<Content | undefined>
  /** Removes a file; does nothing if it is already gone. */
  remove(version: string): Promise<void>
  /** Lists all files, in batches. */
  list(): AsyncIterable<readonly ListedFile[]>
  /** Removes the uploads that a crash interrupted more than an hour ago. */
  removeDrafts(): Promise<void>
}
