import { storage, THEME_KEY } from './storage.ts'

/** The theme of the site. */
export type Theme = 'light' | 'dark'

// The event of a changed theme. An event instead of a store, because the script of the documentation has no React.
const CHANGED = 'netbox:theme'
const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns the current theme. */
export const currentTheme = (): Theme => {
  const { theme: chosen } = document.documentElement.dataset
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system().matches ? 'dark' : 'light'
}

/** Calls a listener when the theme changes. Returns a function that removes the listener. */
export const followTheme = (listener: () => void): (() => void) => {
  const query = system()
  document.addEventListener(CHANGED, listener)
  query.addEventListener('change', listener)
  return () => {
    document.removeEventListener(CHANGED, listener)
    query.removeEventListener('change', listener)
  }
}

/** Sets the theme, and stores the choice if possible. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme
  // The browser bar of a phone gets the page's color instead of the color of the system's theme.
  const paper = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper)
  storage.set(THEME_KEY, theme)
  document.dispatchEvent(new Event(CHANGED))
}
