import * as styles from './button.module.css'

/** Shows the key that opens the palette, with Ctrl or Command: the styles hide the variant that the user's keyboard lacks. */
export const FindKey = () => (
  <kbd className={styles.kbd} aria-hidden="true">
    <span className={styles.onPc}>Ctrl K</span>
    <span className={styles.onMac}>⌘ K</span>
  </kbd>
)

/** Returns whether the keyboard has a Command key in place of Ctrl. */
const hasCommandKey = (): boolean => document.documentElement.hasAttribute('data-mac')

/** Formats a shortcut: a key with Ctrl, or with Command if the keyboard has that key. */
export const withControl = (key: string): string => `${hasCommandKey() ? '⌘' : 'Ctrl'} ${key}`
