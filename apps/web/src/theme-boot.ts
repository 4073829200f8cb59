// Runs before the first paint, as a separate classic script: it sets the chosen theme and the session state on the root, so that nothing
// flashes. Without a chosen theme, the styles follow the system.
import { THEME_KEY } from './lib/theme-key.ts'

const root = document.documentElement
// On these devices, shortcuts are shown with the Command key.
if (/^(?:Mac|iP)/.test(navigator.platform)) root.dataset['mac'] = ''
// A link to a run shows its report: without this attribute, the prerendered form would flash.
if (/^(?=.*[?&]input=)(?=.*[?&]seed=)(?=.*[?&]at=)/.test(location.search)) root.dataset['opened'] = ''
try {
  const theme = localStorage.getItem(THEME_KEY)
  if (theme === 'light' || theme === 'dark') {
    root.dataset['theme'] = theme
    // The browser bar of a phone also gets the color of this theme.
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const color = bars.find(({ media }) => media.includes(theme))?.content
    if (color !== undefined) for (const bar of bars) bar.content = color
  }
  if (localStorage.getItem('auth_token') !== null) root.setAttribute('data-signed-in', '')
} catch {
  // If storage is refused, the system's theme applies, and nobody is signed in.
}
