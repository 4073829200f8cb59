import { toasts } from '@netbox/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { copyText } from '../../lib/copy-text.ts'
import { useFavourites } from '../../lib/favourites.ts'
import { closePalette, usePalette } from '../../lib/palette.ts'
import { useRecentRuns } from '../../lib/recent-runs.ts'
import { toast } from '../../lib/toasts.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { itemCommand, itemPath } from './open-item.ts'
import { PaletteDetails } from './palette-details.tsx'
import { PaletteField } from './palette-field.tsx'
import { type PaletteItem, paletteGroups } from './palette-items.ts'
import { PaletteKeys } from './palette-keys.tsx'
import { PaletteList } from './palette-list.tsx'
import { type Allowance, useAllowance } from './use-allowance.ts'
import { usePaletteQuery } from './use-palette-query.ts'
import { useWorld } from './use-world.ts'
import './palette.css'

const NO_LIMIT: Allowance = { left: '', limit: '' }

/** Opens the dialog with the keyboard in its field; closed, the keyboard is where it was before. */
const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    field.current?.focus()
    // Before it leaves the page: only a dialog that is closed gives the focus back.
    return () => shown?.close()
  }, [])
  return { dialog, field }
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const stepped = (
  items: readonly PaletteItem[],
  selected: PaletteItem | undefined,
  step: number,
): string | undefined => {
  const at = items.findIndex((item) => item === selected)
  return items[(at + step + items.length) % items.length]?.key
}

/** Puts the keyboard into the tool's field where the page stays: another one does that itself. */
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

/** Finds a tool by its name, by a word of it, or by what it shall look at. */
export const Palette = () => {
  const id = useId()
  const { text } = usePalette()
  const { dialog, field } = useModal()
  const typed = usePaletteQuery(text)
  const [path, navigate] = useLocation()
  const [key, select] = useState<string>()
  const [world, setWorld] = useWorld(typed.query)
  const allowance = useAllowance()
  const groups = paletteGroups(typed.query, { favourites: useFavourites(), runs: useRecentRuns() })
  const items = groups.flatMap((group) => group.items)
  const selected = items.find((item) => item.key === key) ?? items[0]
  const allowanceOf = (item: PaletteItem) => (item.type === 'tool' ? allowance(item.tool) : NO_LIMIT)
  const optionId = (item: PaletteItem) => `${id}-${item.key}`

  const open = (item: PaletteItem) => {
    const to = itemPath(item, world)
    closePalette()
    navigate(to)
    if (to.split('?')[0] === path) focusTool()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget, key: pressed } = event
    const step = steps[pressed]
    const isCopy = pressed === 'c' && (event.ctrlKey || event.metaKey)
    const hasSelection = currentTarget.selectionStart !== currentTarget.selectionEnd
    if (selected === undefined || event.nativeEvent.isComposing || (isCopy && hasSelection)) return
    if (step !== undefined) select(stepped(items, selected, step))
    else if (pressed === 'Enter') open(selected)
    else if (isCopy) void copyCommand(itemCommand(selected, world))
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={paletteTexts.title}
      onClose={closePalette}
      onClick={({ target }) => target === dialog.current && closePalette()}
    >
      <PaletteField
        typed={typed}
        field={field}
        list={`${id}-list`}
        active={selected === undefined ? undefined : optionId(selected)}
        onKeyDown={onKeyDown}
        onClose={closePalette}
      />
      <p className="vh" role="status">
        {items.length === 0 ? paletteTexts.nothing : paletteTexts.found(items.length)}
      </p>
      <form
        className="palette-body"
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
          <div className="palette-nothing">
            <p>{paletteTexts.nothing}</p>
            <p className="muted">{paletteTexts.nothingHint}</p>
          </div>
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
