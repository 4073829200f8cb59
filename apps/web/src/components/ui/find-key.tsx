/** Shows the key that opens the palette, as the user's keyboard names it; the styles choose the name. */
export const FindKey = () => (
  <kbd className="kbd" aria-hidden="true">
    <span className="on-pc">Ctrl K</span>
    <span className="on-mac">⌘ K</span>
  </kbd>
)

/** Returns whether the keyboard has a Command key in place of Ctrl. */
const hasCommandKey = (): boolean => document.documentElement.hasAttribute('data-mac')

/** Names a key with Ctrl, or with Command if the keyboard has that. */
export const withControl = (key: string): string => `${hasCommandKey() ? '⌘' : 'Ctrl'} ${key}`
