// Runs before the first paint, as a separate classic script: it sets the chosen theme and the session state on the root, so that nothing
// flashes. Without a chosen theme, the styles follow the system.
import { THEME_KEY } from './lib/theme-key.ts'

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'own' in state

const root = document.documentElement
// On these devices, shortcuts are shown with the Command key.
if (/^(?:Mac|iP)/.test(navigator.platform)) root.dataset['mac'] = ''
// Somebody's link shows only its report: without this attribute, the prerendered form would flash. The visitor's own run has the form.
if (/^(?=.*[?&]input=)(?=.*[?&]seed=)(?=.*[?&]at=)/.test(location.search))
  root.dataset['opened'] = isOwn(history.state) ? 'own' : ''
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
