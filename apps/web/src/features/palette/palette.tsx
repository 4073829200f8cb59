import { toasts } from '@netbox/product'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useModal } from '../../components/ui/use-modal.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useFavourites } from '../../lib/favourites.ts'
import { closePalette, usePalette } from '../../lib/palette.ts'
import { runState } from '../../lib/share-link.ts'
import { useRecentRuns } from '../../lib/recent-runs.ts'
import { setTheme } from '../../lib/theme.ts'
import { toast } from '../../lib/toasts.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { itemCommand, itemPath } from './open-item.ts'
import { PaletteDetails } from './palette-details.tsx'
import { PaletteField } from './palette-field.tsx'
import { paletteGroups } from './palette-groups.ts'
import type { PaletteItem } from './palette-items.ts'
import { PaletteKeys } from './palette-keys.tsx'
import { PaletteList } from './palette-list.tsx'
import type { Query } from './split-query.ts'
import { type Allowance, useAllowance } from './use-allowance.ts'
import { usePaletteQuery, usePaletteWorld } from './use-palette-query.ts'
import * as styles from './palette.module.css'

const NO_LIMIT: Allowance = { left: '', limit: '' }

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const stepped = (
  items: readonly PaletteItem[],
  selected: PaletteItem | undefined,
  step: number,
): string | undefined => {
  const at = items.findIndex((item) => item === selected)
  return items[(at + step + items.length) % items.length]?.key
}

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
    const step = steps[pressed]
    const isCopy = pressed === 'c' && (event.ctrlKey || event.metaKey)
    const hasSelection = currentTarget.selectionStart !== currentTarget.selectionEnd
    if (selected === undefined || event.nativeEvent.isComposing || (isCopy && hasSelection)) return
    if (step !== undefined) onSelect(stepped(items, selected, step))
    else if (pressed === 'Enter') onOpen(selected)
    else if (isCopy) void copyCommand(command)
    else return
    event.preventDefault()
  }

const Nothing = () => (
  <div className={styles.paletteNothing}>
    <p>{paletteTexts.nothing}</p>
    <p className="muted">{paletteTexts.nothingHint}</p>
  </div>
)

/** The matching items, and the chosen one: the first until the user chooses. */
const useItems = (query: Query) => {
  const [key, select] = useState<string>()
  const groups = paletteGroups(query, { favourites: useFavourites(), runs: useRecentRuns() })
  const items = groups.flatMap((group) => group.items)
  return { groups, items, selected: items.find((item) => item.key === key) ?? items[0], select }
}

/** Finds a tool by its name, by a word of its texts, or by an input. */
export const Palette = () => {
  const id = useId()
  const dialog = useModal()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const typed = usePaletteQuery(usePalette().text)
  const [path, navigate] = useLocation()
  const [world, setWorld] = usePaletteWorld(typed.query)
  const allowance = useAllowance()
  const { groups, items, selected, select } = useItems(typed.query)
  const allowanceOf = (item: PaletteItem) => (item.type === 'tool' ? allowance(item.tool) : NO_LIMIT)
  const optionId = (item: PaletteItem) => `${id}-${item.key}`
  const open = (item: PaletteItem) => {
    const to = itemPath(item, world)
    closePalette()
    if (item.type === 'theme') setTheme(item.theme)
    if (to === undefined) return
    navigate(to, { state: item.type === 'run' ? runState(item.run) : undefined })
    if (to.split('?')[0] === path) focusTool()
  }
  const command = selected === undefined ? undefined : itemCommand(selected, world)
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={paletteTexts.title}
      onClose={closePalette}
      onClick={({ target }) => target === dialog.current && closePalette()}
    >
      <PaletteField
        typed={typed}
        field={field}
        list={`${id}-list`}
        active={selected === undefined ? undefined : optionId(selected)}
        onKeyDown={keysOf({ items, selected, command, onSelect: select, onOpen: open })}
        onClose={closePalette}
      />
      <p className="vh" role="status">
        {items.length === 0 ? paletteTexts.nothing : paletteTexts.found(items.length)}
      </p>
      <form
        className={styles.paletteBody}
        onSubmit={(event) => {
          event.preventDefault()
          if (selected !== undefined) open(selected)
        }}
      >
        <PaletteList
          id={`${id}-list`}
          groups={groups}
          selected={selected}
          allowanceOf={allowanceOf}
          optionId={optionId}
          onSelect={(item) => select(item.key)}
          onOpen={open}
        />
        {selected === undefined ? (
          <Nothing />
        ) : (
          <PaletteDetails
            item={selected}
            allowance={allowanceOf(selected)}
            world={world}
            onWorld={setWorld}
            onOpen={() => open(selected)}
          />
        )}
      </form>
      <PaletteKeys />
    </dialog>
  )
}
