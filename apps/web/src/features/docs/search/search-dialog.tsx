import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Marked } from '../../../components/ui/marked.tsx'
import { SourceGlyph } from '../../../components/ui/glyphs/trace-glyphs.tsx'
import { useModal } from '../../../components/ui/use-modal.ts'
import { docsTexts } from '../../../texts/docs.ts'
import { excerptOf, type Hit, type Place, type Search } from './search-docs.ts'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as styles from './search-dialog.module.css'

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

const Option = ({ hit, id, isSelected, onOpen }: OptionProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSelected) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    // The focus stays in the field, which announces the selected option.
    <a ref={link} id={id} role="option" href={hit.id} aria-selected={isSelected} tabIndex={-1} onClick={onOpen}>
      <b>{hit.title}</b>
      <span>{hit.page ?? hit.part}</span>
      <em>
        <Marked text={hit.excerpt} ranges={hit.ranges} />
      </em>
    </a>
  )
}

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
      className={styles.dsearch}
      aria-label={docsTexts.search}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <div className={styles.dsq}>
        <SourceGlyph />
        <input
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
          className={styles.dsclose}
          aria-label={docsTexts.close}
          onClick={() => dialog.current?.close()}
        >
          <kbd className={buttonStyles.kbd}>Esc</kbd>
        </button>
      </div>
      <div className={styles.dsl} role="listbox" id={`${id}-list`} aria-label={docsTexts.results}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles.dgrp} aria-hidden="true">
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
      {hits.length === 0 ? <p className={styles.dsnone}>{docsTexts.empty(query)}</p> : null}
      <p className={styles.dsf}>
        <span aria-hidden="true">
          <kbd className={buttonStyles.kbd}>↑</kbd> <kbd className={buttonStyles.kbd}>↓</kbd> {docsTexts.keys.move}
        </span>
        <span aria-hidden="true">
          <kbd className={buttonStyles.kbd}>Enter</kbd> {docsTexts.keys.open}
        </span>
        <span className="quiet" role="status">
          {query === '' ? '' : docsTexts.found(hits.length)}
        </span>
      </p>
    </dialog>
  )
}
