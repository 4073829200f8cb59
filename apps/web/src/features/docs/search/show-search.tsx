import { createRoot } from 'react-dom/client'
import { makeSearch, type Place, type Search } from './search-docs.ts'
import { SearchDialog } from './search-dialog.tsx'
import * as styles from './search-dialog.module.css'

let search: Promise<{ search: Search; places: readonly Place[] }> | undefined

const load = async () => {
  const address = document.querySelector<HTMLMetaElement>('meta[name="docs-places"]')?.content ?? ''
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // The cast is safe, because the build of the site writes this file.
  const places = (await response.json()) as readonly Place[]
  return { search: makeSearch(places), places }
}

/** Opens the search in a dialog. The index is loaded once. */
export const showSearch = async (): Promise<void> => {
  if (document.querySelector(`dialog.${styles.dsearch}`) !== null) return
  search ??= load()
  const loaded = await search.catch((error: unknown) => {
    // After a failure, the next search loads the index again.
    search = undefined
    throw error
  })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<SearchDialog {...loaded} onClose={close} />)
}
