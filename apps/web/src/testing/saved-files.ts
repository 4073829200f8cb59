import { vi } from 'vitest'

/** A file that the page saved. */
export interface SavedFile {
  readonly name: string
  readonly text: Promise<string>
}

/** Records the files that the page saves from now on, because happy-dom has no downloads. */
export const noteSavedFiles = (): readonly SavedFile[] => {
  const blobs = new Map<string, Blob>()
  const files: SavedFile[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:saved/${blobs.size}`
    // The page saves only blobs, never media sources.
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void blobs.delete(url))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob !== undefined) files.push({ name: this.download, text: blob.text() })
  })
  return files
}
