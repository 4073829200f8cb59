import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

/** The properties of a tab that matter for moving between tabs. */
export interface TabStop {
  readonly id: string
  readonly disabled?: boolean | undefined
}

const step = (length: number, from: number, key: string): number[] => {
  const forward = (start: number) => Array.from({ length }, (_, at) => (start + at) % length)
  switch (key) {
    case 'ArrowRight':
      return forward(from + 1)
    case 'ArrowLeft':
      return forward(from).toReversed()
    case 'Home':
      return forward(0)
    case 'End':
      return forward(0).toReversed()
    default:
      return []
  }
}

/** Returns the tab that a key selects, wrapping at both ends and skipping disabled tabs; undefined for any other key. */
export const nextTab = (tabs: readonly TabStop[], current: string, key: string): string | undefined => {
  const from = tabs.findIndex(({ id }) => id === current)
  const order = step(tabs.length, from, key)
  return order.map((at) => tabs[at]).find((tab) => tab !== undefined && tab.disabled !== true)?.id
}

/** One tab with its content. */
export interface Tab extends TabStop {
  readonly label: ReactNode
  readonly content: ReactNode
  /** Whether the panel is a tab stop: false if the content itself is focusable. */
  readonly focusable?: boolean
  /** Whether the content keeps its state while another tab is shown. */
  readonly isKept?: boolean
}

/** The classes of the line of tabs, and of each tab. */
export interface TabsLook {
  readonly list: string
  readonly tab: string
}

/** The classes of a selected tab that is filled. */
export const SELECTED =
  'aria-selected:bg-selected aria-selected:text-selected-ink aria-selected:forced-color-adjust-none'

const FILLED: TabsLook = {
  list: 'flex items-end overflow-x-auto border-b-2 border-ink [scrollbar-width:none] max-md:-mx-edge max-md:px-edge',
  tab: `inline-flex h-control items-center gap-2 border border-b-0 border-transparent bg-transparent px-4.5 text-base whitespace-nowrap max-md:px-3 max-md:text-ui ${SELECTED}`,
}

interface TabsProps {
  /** The name of the group of tabs. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** By default, the selected tab is filled, as for categories. */
  readonly look?: TabsLook
  /** The tab that the caller has chosen; requires `onSelect`. */
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}

const namesOf = (base: string, id: string) => ({ tab: `${base}-${id}`, panel: `${base}-${id}-panel` })

interface TabButtonProps {
  readonly base: string
  readonly tab: Tab
  readonly className: string
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
}

const TabButton = ({ base, tab: { id, label, disabled }, className, isSelected, onSelect }: TabButtonProps) => {
  const names = namesOf(base, id)
  return (
    <button
      type="button"
      role="tab"
      className={`font-semibold text-ink-2 aria-disabled:text-ink-3 ${className}`}
      id={names.tab}
      aria-controls={names.panel}
      aria-selected={isSelected}
      aria-disabled={disabled === true || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => disabled !== true && onSelect(id)}
    >
      {label}
    </button>
  )
}

/** Shows one of several panels: a single tab stop, with arrow keys, Home and End between the tabs. */
export const Tabs = ({ label, tabs, look = FILLED, selected, onSelect }: TabsProps) => {
  const base = useId()
  const [own, setOwn] = useState(tabs[0]?.id ?? '')
  const current = selected ?? own
  const [opened, open] = useState<readonly string[]>([])
  if (!opened.includes(current)) open([...opened, current])
  const select = (id: string) => {
    setOwn(id)
    onSelect?.(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextTab(tabs, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    select(next)
    document.getElementById(namesOf(base, next).tab)?.focus()
  }
  return (
    <>
      <div className={`print:hidden ${look.list}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            base={base}
            tab={tab}
            className={look.tab}
            isSelected={tab.id === current}
            onSelect={select}
          />
        ))}
      </div>
      {tabs.map(({ id, content, focusable = true, isKept = false }) => {
        const names = namesOf(base, id)
        const isSelected = id === current
        return (
          <div
            key={id}
            role="tabpanel"
            id={names.panel}
            aria-labelledby={names.tab}
            hidden={!isSelected}
            tabIndex={focusable ? 0 : undefined}
          >
            {isSelected || (isKept && opened.includes(id)) ? content : null}
          </div>
        )
      })}
    </>
  )
}
