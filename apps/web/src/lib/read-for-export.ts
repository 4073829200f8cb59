/** The maximum number of results in a file, so that spreadsheets and browsers can handle the file. */
export const MOST_EXPORTED = 10_000

/** The number of results in one request. */
export const EXPORT_PAGE = 200

/** A page of results, and the total number of results. */
export interface ResultPage<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/**
 * Reads results page by page, the newest first, up to a limit. New verifications shift older results to later pages, so results that were
 * already read are skipped.
 *
 * @param read - Reads a page of `EXPORT_PAGE` results; the first page is 1. An error ends the export.
 * @param onRead - Called with the number of read rows and the total.
 */
export const readForExport = async <Entry extends { readonly id: string }>(
  read: (page: number) => Promise<ResultPage<Entry>>,
  onRead: (done: number, all: number) => void,
  most = MOST_EXPORTED,
): Promise<Entry[]> => {
  const found = new Map<string, Entry>()
  for (let page = 1; found.size < most; page += 1) {
    const { items, total } = await read(page)
    for (const entry of items) if (found.size < most) found.set(entry.id, entry)
    onRead(found.size, Math.min(total, most))
    if (items.length < EXPORT_PAGE) break
  }
  return [...found.values()]
}
