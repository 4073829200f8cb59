import { toasts } from '@netbox/product'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { useLocation } from 'wouter'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { Key, withControl } from '../../components/ui/find-key.tsx'
import { FinderDialog, optionAfterKey } from '../../components/ui/finder.tsx'
import { copyText } from '../../lib/page/clipboard.ts'
import { useFavourites } from '../../lib/runs/favourites.ts'
import { closePalette, usePalette } from '../../lib/page/palette.ts'
import { useRecentRuns } from '../../lib/runs/own-runs.ts'
import { useSession } from '../../lib/session/session.ts'
import { runState } from '../../lib/runs/run-links.ts'
import { setTheme } from '../../lib/page/theme.ts'
import { toast } from '../../lib/page/toasts.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { itemCommand, itemPath, paletteGroups, type PaletteItem, type SitePage } from './items.ts'
import { PaletteField, useTyped } from './palette-field.tsx'
import { PaletteList } from './palette-list.tsx'
import type { Query } from './query.ts'

/** Focuses the tool's field. Used if the page stays the same, because a new page sets the focus itself. */
const focusTool = (): void => {
  requestAnimationFrame(() => {
    const input = document.querySelector('#tool-input')
    if (input instanceof HTMLElement) input.focus()
  })
}

const copyCommand = async (command: string | undefined): Promise<void> => {
  if (command !== undefined && (await copyText(command)))
    toast('pass', { title: toasts.copied.title, message: command })
}

interface KeyTargets {
  readonly items: readonly PaletteItem[]
  readonly selected: PaletteItem | undefined
  readonly command: string | undefined
  readonly onSelect: (key: string | undefined) => void
  readonly onOpen: (item: PaletteItem) => void
}

/** Handles the keys that move in the list, open an item and copy its command. Text selected in the field is copied as usual. */
const keysOf =
  ({ items, selected, command, onSelect, onOpen }: KeyTargets) =>
  (event: KeyboardEvent<HTMLInputElement>): void => {
    const { currentTarget, key: pressed } = event
    const isCopy = pressed === 'c' && (event.ctrlKey || event.metaKey)
    const hasSelection = currentTarget.selectionStart !== currentTarget.selectionEnd
    if (selected === undefined || event.nativeEvent.isComposing || (isCopy && hasSelection)) return
    const next = optionAfterKey(pressed, items.indexOf(selected), items.length)
    if (next !== undefined) onSelect(items[next]?.key)
    else if (pressed === 'Enter') onOpen(selected)
    else if (isCopy) void copyCommand(command)
    else return
    event.preventDefault()
  }

const loadDocs = async (path: string): Promise<readonly SitePage[]> => {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  // The cast is safe, because the build of the site writes this file.
  return (await response.json()) as readonly SitePage[]
}

/** The matching items, and the chosen one: the first until the user chooses. */
const useItems = (query: Query) => {
  const [key, select] = useState<string>()
  const { user } = useSession()
  // Without the list, for example offline, the palette still finds everything else.
  const { data: docs } = useSWRImmutable('/docs/pages.json', loadDocs, { shouldRetryOnError: false })
  const [favourites, runs] = [useFavourites(), useRecentRuns()]
  const groups = paletteGroups(query, { favourites, runs, docs, isAdmin: user?.is_admin })
  const items = groups.flatMap((group) => group.items)
  return { groups, items, selected: items.find((item) => item.key === key) ?? items[0], select }
}

const { keys } = paletteTexts
const keyRows = (): readonly (readonly [names: readonly string[], does: string])[] => [
  [['↑', '↓'], keys.move],
  [['Enter'], keys.open],
  [[withControl('C')], keys.copy],
]

/** The chosen item as a command, the keys, and the mark of simulated data, whose tooltip opens upwards. */
const Foot = ({ command }: { readonly command: string | undefined }) => (
  <div className="flex-none border-t border-rule-2 px-5 max-md:px-4" data-keys>
    {command === undefined ? null : (
      <pre
        className="m-0 max-h-16 overflow-y-auto border-0 border-b border-rule py-2.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink-2"
        role="group"
        aria-label={paletteTexts.command}
      >
        {command}
      </pre>
    )}
    <p className="flex h-12 items-center gap-5 text-sm text-ink-2 [&_[role=tooltip]]:top-auto [&_[role=tooltip]]:bottom-[calc(100%+4px)]">
      {keyRows().map(([names, does]) => (
        <span key={does} className="flex items-center gap-1.5 whitespace-nowrap max-md:hidden">
          {names.map((name) => (
            <Key key={name}>{name}</Key>
          ))}
          {does}
        </span>
      ))}
      <span className="ml-auto">
        <SimulatedMark />
      </span>
    </p>
  </div>
)

/** Finds a tool by its name, by a word of its texts, or by an input; and the pages of the site and of its documentation. */
export const Palette = () => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const typed = useTyped(usePalette().text)
  const [here, navigate] = useLocation()
  const { groups, items, selected, select } = useItems(typed.query)
  const { seed, scenario } = typed.query
  const visit = useWorld()
  const world = { ...visit, ...(seed === undefined ? {} : { seed }), ...(scenario === undefined ? {} : { scenario }) }
  const command = selected === undefined ? undefined : itemCommand(selected, world)
  const optionId = (item: PaletteItem) => `${id}-${item.key}`
  const open = (item: PaletteItem) => {
    const to = itemPath(item, { seed, scenario })
    closePalette()
    if (item.type === 'theme') setTheme(item.theme)
    if (to === undefined) return
    if (item.type === 'page' && item.isDocument) return location.assign(to)
    navigate(to, { state: item.type === 'run' ? runState(item.run) : undefined })
    if (to.split('?')[0] === here) focusTool()
  }
  return (
    <FinderDialog
      className="max-h-[calc(100dvh-112px)] w-[min(760px,100vw-24px)] overflow-visible rounded-md border-control max-lg:mt-2 max-lg:max-h-[calc(100dvh-16px)]"
      aria-label={paletteTexts.title}
      onClose={closePalette}
    >
      <PaletteField
        typed={typed}
        field={field}
        list={`${id}-list`}
        active={selected === undefined ? undefined : optionId(selected)}
        onKeyDown={keysOf({ items, selected, command, onSelect: select, onOpen: open })}
      />
      <p className="vh" role="status">
        {items.length === 0 ? paletteTexts.nothing : paletteTexts.found(items.length)}
      </p>
      {selected === undefined ? (
        <div className="px-5 pt-6">
          <p>{paletteTexts.nothing}</p>
          <p className="muted">{paletteTexts.nothingHint}</p>
        </div>
      ) : null}
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        selected={selected}
        optionId={optionId}
        onSelect={(item) => select(item.key)}
        onOpen={open}
      />
      <Foot command={command} />
    </FinderDialog>
  )
}
