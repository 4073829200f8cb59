import type { ComponentProps } from 'react'

/** Shows the key that opens the palette, with Ctrl or Command: the styles hide the variant that the user's keyboard lacks. */
export const FindKey = ({ className }: { readonly className?: string }) => (
  <Key aria-hidden="true" className={className}>
    <span className="in-data-mac:hidden">Ctrl K</span>
    <span className="not-in-data-mac:hidden">⌘ K</span>
  </Key>
)

/** Returns whether the keyboard has a Command key in place of Ctrl. */
const hasCommandKey = (): boolean => document.documentElement.hasAttribute('data-mac')

/** Formats a shortcut: a key with Ctrl, or with Command if the keyboard has that key. */
export const withControl = (key: string): string => `${hasCommandKey() ? '⌘' : 'Ctrl'} ${key}`

/** The name of a key of the keyboard. */
export const Key = ({ className = '', ...key }: ComponentProps<'kbd'>) => (
  <kbd
    {...key}
    className={`rounded-md border border-b-2 border-rule-2 bg-sheet px-1 pt-1 pb-0.5 font-mono text-xs leading-none text-ink-2 ${className}`}
  />
)
