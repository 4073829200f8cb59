import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { nextTab, type TabStop } from './next-tab.ts'
import * as styles from './tabs.module.css'

/** One tab with its content. */
export interface Tab extends TabStop {
  readonly label: ReactNode
  readonly content: ReactNode
  /** Whether the panel is a tab stop: false if the content itself is focusable. */
  readonly focusable?: boolean
  /** Whether the content keeps its state while another tab is shown. */
  readonly isKept?: boolean
}

interface TabsProps {
  /** The name of the group of tabs. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** 'thin' is underlined, as in a report; the default is 'filled', as for categories. */
  readonly variant?: 'filled' | 'thin'
  readonly className?: string | undefined
  /** The tab that the caller has chosen; requires `onSelect`. */
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}

const namesOf = (base: string, id: string) => ({ tab: `${base}-${id}`, panel: `${base}-${id}-panel` })

interface TabButtonProps {
  readonly base: string
  readonly tab: Tab
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
}

const TabButton = ({ base, tab: { id, label, disabled }, isSelected, onSelect }: TabButtonProps) => {
  const names = namesOf(base, id)
  return (
    <button
      type="button"
      role="tab"
      className={styles.tab}
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
export const Tabs = ({ label, tabs, variant = 'filled', className = '', selected, onSelect }: TabsProps) => {
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
      <div
        className={`${styles.tabs} ${variant === 'thin' ? styles.thin : ''} ${className}`}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <TabButton key={tab.id} base={base} tab={tab} isSelected={tab.id === current} onSelect={select} />
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
