import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Key } from './find-key.tsx'
import { SourceGlyph } from './glyphs/status-glyph.tsx'
import { useModal } from './use-modal.ts'

/** A dialog in which the user finds something: a field, and a list of options below it. A click beside the dialog closes it. */
export const FinderDialog = ({
  className = '',
  ...dialog
}: ComponentProps<'dialog'> & { readonly 'aria-label': string }) => (
  <dialog
    {...dialog}
    ref={useModal()}
    className={`mx-auto mt-24 mb-0 max-w-none flex-col border bg-sheet p-0 text-ink shadow-float backdrop:bg-scrim open:flex ${className}`}
    onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
  />
)

// Phones zoom into fields with smaller letters.
const INPUT = `h-full min-w-0 flex-1 border-0 bg-transparent p-0 font-mono text-lg text-ink caret-signal outline-0 max-md:text-md
  placeholder:font-sans placeholder:text-base placeholder:text-ink-3 placeholder:opacity-100`

interface FinderFieldProps extends Omit<ComponentProps<'input'>, 'list' | 'children'> {
  /** The id of the list. */
  readonly list: string
  /** The id of the selected option; undefined without options. */
  readonly active: string | undefined
  /** The name of the button that closes the dialog. */
  readonly close: string
  /** A part of the input in front of the typed words. */
  readonly children?: ReactNode
}

/** The field of the dialog. It keeps the focus, and announces the selected option. */
export const FinderField = ({ list, active, close, children, ...input }: FinderFieldProps) => (
  <div className="flex h-16 flex-none items-center gap-3 border-b border-rule-2 px-5 max-md:px-4 [&>svg]:w-4.5 [&>svg]:flex-none">
    <SourceGlyph />
    {children}
    <input
      {...input}
      className={INPUT}
      role="combobox"
      aria-expanded={active !== undefined}
      aria-autocomplete="list"
      aria-controls={list}
      aria-activedescendant={active}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
    />
    <button
      type="button"
      className="border-0 bg-transparent px-0 py-2"
      aria-label={close}
      onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
    >
      <Key>Esc</Key>
    </button>
  </div>
)

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Returns the option to which an arrow key leads; the last one is before the first one. Returns undefined for other keys. */
export const optionAfterKey = (key: string, at: number, count: number): number | undefined => {
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : (at + step + count) % count
}

// The options of a group are stops on one line.
const GROUP =
  'relative before:absolute before:-top-1 before:bottom-0 before:left-7 before:z-1 before:w-0.5 before:bg-signal-soft last:before:bottom-5 max-md:before:left-6'
const OPTION = [
  'relative grid cursor-pointer gap-x-3 pr-5 pl-12 text-ink no-underline aria-selected:bg-signal-wash max-md:pr-4',
  'before:absolute before:left-6 before:z-2 before:size-2.5 before:border-2 before:border-control before:bg-sheet max-md:before:left-5',
  'aria-selected:before:border-signal aria-selected:before:bg-signal',
  '[&_mark]:bg-transparent [&_mark]:text-signal [&_mark]:underline [&_mark]:underline-offset-3',
  'forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3',
].join(' ')

interface FinderListProps<Item> {
  readonly id: string
  readonly label: string
  readonly groups: readonly { readonly title: string; readonly items: readonly Item[] }[]
  readonly className: string
  readonly children: (item: Item) => ReactNode
}

/** The options of the dialog, in groups. */
export const FinderList = <Item,>({ id, label, groups, className, children }: FinderListProps<Item>) => (
  <div
    className={`min-h-0 scroll-py-10 overflow-y-auto pt-1 pb-3 ${className}`}
    role="listbox"
    id={id}
    aria-label={label}
  >
    {groups.map(({ title, items }) => (
      <div key={title} className={GROUP} role="group" aria-label={title}>
        <p className="pt-3.5 pr-5 pb-1.5 pl-12 text-sm font-semibold text-ink-3" aria-hidden="true">
          {title}
        </p>
        {items.map(children)}
      </div>
    ))}
  </div>
)

interface FinderOptionProps extends ComponentProps<'a'> {
  readonly isSelected: boolean
}

/** An option, which scrolls into view when it is selected. */
export const FinderOption = ({ isSelected, className = '', ...option }: FinderOptionProps) => {
  const place = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSelected) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <a
      {...option}
      ref={place}
      className={`${OPTION} ${className}`}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
    />
  )
}
