// Runs before the first paint, as a separate classic script: it sets the chosen theme and the session state on the root, so that nothing
// flashes, shows the input of the address, and holds the visitor's actions until the page is hydrated. Without a chosen theme, the styles follow the system.
import { ignoreComposing } from './lib/page/composition.ts'
import { keepChosenWorld, markWorld } from './components/layouts/mark-world.ts'
import { HYDRATED } from './lib/page/page-start.ts'
import { THEME_KEY } from './lib/page/storage.ts'
import { isEdited, keepTyped, restoreTyped, typedField } from './lib/page/typed-text.ts'
import { namesCheck } from './lib/world/names-check.ts'
import { joinVisit } from './lib/world/visit-tabs.ts'
import { isOwn, namesRun, worldToCome } from './lib/world/world.ts'

const root = document.documentElement
// Before all listeners of the page.
ignoreComposing(window)
// On these devices, shortcuts are shown with the Command key.
if (/^(?:Mac|iP)/.test(navigator.platform)) root.dataset['mac'] = ''
// Somebody's link shows only its report: without this attribute, the prerendered form would flash. The visitor's own run has the form.
if (namesRun(location.search)) root.dataset['opened'] = isOwn(history.state) ? 'own' : ''
// A whole mail check, too, whose report makes its page long.
if (namesCheck(location)) root.dataset['check'] = ''
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

joinVisit(window)
// The strip with the world has its words before the first paint, so that nothing below it moves.
markWorld(worldToCome(location, isOwn(history.state)), Date.now())
keepChosenWorld(document)

// The page is parsed, and its scripts have not run yet.
document.addEventListener(
  'readystatechange',
  () => {
    const field = typedField()
    if (field !== null) {
      restoreTyped(field)
      const named = new URLSearchParams(location.search).get(field.name === '' ? 'input' : field.name)
      if (named !== null && field.value === '' && !isEdited(field)) field.value = named
    }
    for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
  },
  { once: true },
)

// The text of the address never replaces the visitor's text, before hydration and after it, and a reload keeps it.
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLElement) target.dataset['edited'] = ''
})
addEventListener('pagehide', keepTyped)

/** Holds the visitor's last action, which nothing handled yet, and repeats it after hydration. */
const holdActions = (): void => {
  let repeat: (() => void) | undefined
  const hold = (event: Event): void => {
    const { target } = event
    if (!(target instanceof Element) || target.closest('#root') === null) return
    if (target instanceof HTMLFormElement && event instanceof SubmitEvent) {
      event.preventDefault()
      const { submitter } = event
      repeat = () => target.requestSubmit(submitter)
      return
    }
    // The browser itself handles the other buttons: it submits a form, or opens a popover.
    const button = target.closest<HTMLButtonElement>('button[type="button"]:not([popovertarget])')
    if (button !== null) repeat = () => button.click()
  }
  // These listeners run after the listeners of React, which may hydrate the page for an action and handle it.
  document.addEventListener('submit', hold)
  document.addEventListener('click', hold)
  document.addEventListener(
    HYDRATED,
    () => {
      document.removeEventListener('submit', hold)
      document.removeEventListener('click', hold)
      repeat?.()
    },
    { once: true },
  )
}
holdActions()
