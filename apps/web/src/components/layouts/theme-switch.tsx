import { useSyncExternalStore } from 'react'
import { currentTheme, followTheme, setTheme } from '../../lib/theme.ts'
import { layoutTexts } from '../../texts/layout.ts'
import * as buttonStyles from '../ui/button.module.css'

/** Turns the dark theme on and off. Until the page is hydrated, the switch does not know the current theme. */
export const ThemeSwitch = () => {
  const theme = useSyncExternalStore(followTheme, currentTheme, () => undefined)
  return (
    <button
      type="button"
      className={buttonStyles.iconbtn}
      aria-label={layoutTexts.darkTheme}
      aria-pressed={theme === undefined ? undefined : theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2" />
      </svg>
    </button>
  )
}
