import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Key } from '../../../components/ui/find-key.tsx'
import { FinderDialog, FinderField, FinderList, FinderOption, optionAfterKey } from '../../../components/ui/finder.tsx'
import { Marked } from '../../../components/ui/chips.tsx'
import { loadOnce } from '../../../lib/page/load-once.ts'
import { docsTexts } from '../../../texts/docs.ts'
import { excerptOf, type Hit, makeSearch, type DocsPlace, type Search } from './search-docs.ts'

interface SearchDialogProps {
  readonly search: Search
  readonly places: readonly DocsPlace[]
  readonly onClose: () => void
}

/** Lists the pages of the first part, for an empty query. */
const popular = (places: readonly DocsPlace[]): Hit[] => {
  const pages = places.filter(({ page, part }) => page === undefined && part === places[0]?.part)
  return pages.map((place) => ({ ...place, ...excerptOf(place.text, []) }))
}

const groupsOf = (hits: readonly Hit[], title?: string) =>
  [...new Set(hits.map(({ part }) => part))].map((part) => ({
    title: title ?? part,
    items: hits.filter((hit) => hit.part === part),
  }))

/** Searches the documentation in the browser. */
export const SearchDialog = ({ search, places, onClose }: SearchDialogProps) => {
  const id = useId()
  const [text, type] = useState('')
  const [at, select] = useState(0)
  const query = useDeferredValue(text.trim())
  const groups = query === '' ? groupsOf(popular(places), docsTexts.popular) : groupsOf(search(query))
  const hits = groups.flatMap(({ items }) => items)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = optionAfterKey(event.key, at, hits.length)
    if (event.nativeEvent.isComposing || hits.length === 0) return
    if (next !== undefined) select(next)
    else if (event.key === 'Enter') document.getElementById(`${id}-${at}`)?.click()
    else return
    event.preventDefault()
  }

  return (
    <FinderDialog
      className="max-h-[calc(100dvh-32px)] w-[min(720px,100vw-32px)] overflow-hidden border-ink max-md:mt-4"
      data-docs-search
      aria-label={docsTexts.search}
      onClose={onClose}
    >
      <FinderField
        list={`${id}-list`}
        active={hits.length > 0 ? `${id}-${at}` : undefined}
        close={docsTexts.close}
        aria-label={docsTexts.search}
        placeholder={docsTexts.searchHint}
        value={text}
        onChange={({ target }) => {
          type(target.value)
          select(0)
        }}
        onKeyDown={onKeyDown}
      />
      <FinderList
        id={`${id}-list`}
        label={docsTexts.results}
        groups={groups}
        className="max-h-[min(520px,100dvh-250px)] empty:hidden max-md:max-h-[calc(100dvh-170px)]"
      >
        {(hit) => (
          <FinderOption
            key={hit.id}
            id={`${id}-${hits.indexOf(hit)}`}
            className="grid-cols-[minmax(0,1fr)_auto] py-2 before:top-3.5"
            href={hit.id}
            isSelected={hits[at] === hit}
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            <b className="font-semibold wrap-anywhere">{hit.title}</b>
            <span className="text-sm text-ink-2 max-md:col-span-full">{hit.page ?? hit.part}</span>
            <em className="col-span-full overflow-hidden text-sm text-ink-2 not-italic wrap-anywhere [&_mark]:font-mono [&_mark]:font-medium">
              <Marked text={hit.excerpt} ranges={hit.ranges} />
            </em>
          </FinderOption>
        )}
      </FinderList>
      {hits.length === 0 ? <p className="px-4.5 py-6">{docsTexts.empty(query)}</p> : null}
      <p className="flex flex-none flex-wrap items-center gap-x-5 gap-y-1.5 border-t border-rule px-4.5 py-2.5 text-sm text-ink-2">
        <span className="max-md:hidden" aria-hidden="true">
          <Key>↑</Key> <Key>↓</Key> {docsTexts.keys.move}
        </span>
        <span className="max-md:hidden" aria-hidden="true">
          <Key>Enter</Key> {docsTexts.keys.open}
        </span>
        <span className="quiet ml-auto max-md:ml-0" role="status">
          {query === '' ? '' : docsTexts.found(hits.length)}
        </span>
      </p>
    </FinderDialog>
  )
}

const loadIndex = loadOnce(async () => {
  const address = document.querySelector<HTMLMetaElement>('meta[name="docs-places"]')?.content ?? ''
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // The cast is safe, because the build of the site writes this file.
  const places = (await response.json()) as readonly DocsPlace[]
  return { search: makeSearch(places), places }
})

/** Opens the search in a dialog. */
export const showSearch = async (): Promise<void> => {
  if (document.querySelector('dialog[data-docs-search]') !== null) return
  const loaded = await loadIndex()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<SearchDialog {...loaded} onClose={close} />)
}
