// Runs before the first paint, as a separate classic script: it sets the chosen theme, and whether a user is signed in, so that neither
// flashes. Without a choice the styles follow the system.
import { THEME_KEY } from './lib/theme-key.ts'

const root = document.documentElement
// Keys are named as they are on the keyboard.
if (/^(?:Mac|iP)/.test(navigator.platform)) root.dataset['mac'] = ''
// A link to a run shows its report: the form that this page was written with would flash.
if (/^(?=.*[?&]input=)(?=.*[?&]seed=)(?=.*[?&]at=)/.test(location.search)) root.dataset['opened'] = ''
try {
  const theme = localStorage.getItem(THEME_KEY)
  if (theme === 'light' || theme === 'dark') {
    root.dataset['theme'] = theme
    // The browser bar of a phone takes the color of this theme, too.
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const color = bars.find(({ media }) => media.includes(theme))?.content
    if (color !== undefined) for (const bar of bars) bar.content = color
  }
  if (localStorage.getItem('auth_token') !== null) root.setAttribute('data-signed-in', '')
} catch {
  // Storage is refused: the system's theme, and nobody signed in.
}
