import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Key } from '../../../components/ui/find-key.tsx'
import { Marked } from '../../../components/ui/chips.tsx'
import { SourceGlyph } from '../../../components/ui/glyphs/trace-glyphs.tsx'
import { useModal } from '../../../components/ui/use-modal.ts'
import { docsTexts } from '../../../texts/docs.ts'
import { excerptOf, type Hit, makeSearch, type Place, type Search } from './search-docs.ts'

interface SearchDialogProps {
  readonly search: Search
  readonly places: readonly Place[]
  readonly onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Lists the pages of the first part, for an empty query. */
const popular = (places: readonly Place[]): Hit[] => {
  const pages = places.filter(({ page, part }) => page === undefined && part === places[0]?.part)
  return pages.map((place) => ({ ...place, ...excerptOf(place.text, []) }))
}

const groupsOf = (hits: readonly Hit[], title?: string): { readonly title: string; readonly hits: readonly Hit[] }[] =>
  [...new Set(hits.map(({ part }) => part))].map((part) => ({
    title: title ?? part,
    hits: hits.filter((hit) => hit.part === part),
  }))

interface OptionProps {
  readonly hit: Hit
  readonly id: string
  readonly isSelected: boolean
  readonly onOpen: () => void
}

// An option is a stop on the line of its group.
const OPTION = [
  'relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 pr-4.5 pl-12 text-ink no-underline aria-selected:bg-signal-wash',
  "before:absolute before:top-3.5 before:left-[22px] before:size-2.5 before:border-2 before:border-control before:bg-sheet before:content-['']",
  'aria-selected:before:border-signal aria-selected:before:bg-signal',
  'forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3',
].join(' ')

const Option = ({ hit, id, isSelected, onOpen }: OptionProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSelected) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    // The focus stays in the field, which announces the selected option.
    <a
      ref={link}
      id={id}
      className={OPTION}
      role="option"
      href={hit.id}
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={onOpen}
    >
      <b className="font-semibold wrap-anywhere">{hit.title}</b>
      <span className="text-sm text-ink-2 max-md:col-span-full">{hit.page ?? hit.part}</span>
      <em className="col-span-full overflow-hidden text-sm text-ink-2 not-italic wrap-anywhere [&_mark]:bg-transparent [&_mark]:font-mono [&_mark]:font-medium [&_mark]:text-signal [&_mark]:underline">
        <Marked text={hit.excerpt} ranges={hit.ranges} />
      </em>
    </a>
  )
}

const GROUP =
  "relative before:absolute before:-top-1.5 before:bottom-0 before:left-[26px] before:w-0.5 before:bg-signal before:content-[''] last:before:bottom-6"

/** Searches the documentation in the browser. */
export const SearchDialog = ({ search, places, onClose }: SearchDialogProps) => {
  const id = useId()
  const dialog = useModal()
  const [text, type] = useState('')
  const [at, select] = useState(0)
  const query = useDeferredValue(text.trim())
  const groups = query === '' ? groupsOf(popular(places), docsTexts.popular) : groupsOf(search(query))
  const hits = groups.flatMap((group) => group.hits)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key]
    if (event.nativeEvent.isComposing || hits.length === 0) return
    if (step !== undefined) select((at + step + hits.length) % hits.length)
    else if (event.key === 'Enter') document.getElementById(`${id}-${at}`)?.click()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="mx-auto mt-24 mb-0 max-h-[calc(100dvh-32px)] w-[min(720px,100vw-32px)] max-w-none flex-col overflow-hidden border border-ink bg-sheet p-0 text-ink shadow-float backdrop:bg-scrim open:flex max-md:mt-4"
      data-docs-search
      aria-label={docsTexts.search}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <div className="flex h-[60px] flex-none items-center gap-3.5 border-b border-rule-2 px-4.5 [&>svg]:w-4.5 [&>svg]:flex-none">
        <SourceGlyph />
        <input
          className="h-full min-w-0 flex-1 border-0 bg-transparent p-0 font-mono text-md text-ink caret-signal outline-0 placeholder:font-sans placeholder:text-ink-3 placeholder:opacity-100"
          role="combobox"
          aria-label={docsTexts.search}
          aria-expanded={hits.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={hits.length > 0 ? `${id}-${at}` : undefined}
          placeholder={docsTexts.searchHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            type(target.value)
            select(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="border-0 bg-transparent px-0 py-2"
          aria-label={docsTexts.close}
          onClick={() => dialog.current?.close()}
        >
          <Key>Esc</Key>
        </button>
      </div>
      <div
        className="max-h-[min(520px,100dvh-250px)] scroll-py-10 overflow-y-auto pt-1.5 pb-2.5 empty:hidden max-md:max-h-[calc(100dvh-170px)]"
        role="listbox"
        id={`${id}-list`}
        aria-label={docsTexts.results}
      >
        {groups.map((group) => (
          <div key={group.title} className={GROUP} role="group" aria-label={group.title}>
            <p className="pt-2.5 pr-4.5 pb-1 pl-12 text-sm font-semibold text-ink-2" aria-hidden="true">
              {group.title}
            </p>
            {group.hits.map((hit) => (
              <Option
                key={hit.id}
                hit={hit}
                id={`${id}-${hits.indexOf(hit)}`}
                isSelected={hits[at] === hit}
                onOpen={() => dialog.current?.close()}
              />
            ))}
          </div>
        ))}
      </div>
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
    </dialog>
  )
}

let loading: Promise<{ search: Search; places: readonly Place[] }> | undefined

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
  if (document.querySelector('dialog[data-docs-search]') !== null) return
  loading ??= load()
  const loaded = await loading.catch((error: unknown) => {
    // After a failure, the next search loads the index again.
    loading = undefined
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
