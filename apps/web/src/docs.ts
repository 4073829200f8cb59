// The script of the documentation's pages: the theme, the copy buttons, and the search, whose code loads when it opens.
import './styles/theme.css'
import { copyText } from './lib/page/clipboard.ts'
import { focusHeading, keepOffline, whenVisible } from './lib/page/page-start.ts'
import { isChosenWorld, keptWorld, withFreshSeed, anyWorld, type ChosenWorld } from './lib/world/world.ts'
import { keepVisit } from './lib/world/visit-storage.ts'
import { currentTheme, setTheme } from './lib/page/theme.ts'
import { docsTexts } from './texts/docs.ts'
import { layoutTexts } from './texts/layout.ts'
import { worldWords } from './texts/world-strip.ts'
import './features/docs/docs-prose.css'

const say = (words: string): void => {
  const status = document.querySelector('#docs-status')
  if (status !== null) status.textContent = words
}

const openSearch = async (): Promise<void> => {
  try {
    const { showSearch } = await import('./features/docs/search/search-dialog.tsx')
    await showSearch()
  } catch {
    say(docsTexts.failed)
  }
}

const copy = async (button: Element): Promise<void> => {
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? ''
  const words = (await copyText(code)) ? docsTexts.copied : docsTexts.notCopied
  button.lastChild?.replaceWith(words)
  say(words)
  setTimeout(() => button.lastChild?.replaceWith(docsTexts.copy), 2000)
}

const themeSwitches = (): NodeListOf<Element> =>
  document.querySelectorAll(`button[aria-label="${layoutTexts.darkTheme}"]`)

const showTheme = (): void => {
  for (const button of themeSwitches()) button.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
}

/** Shows a world in the strip. */
const showWorld = (world: ChosenWorld): void => {
  document.documentElement.toggleAttribute('data-world', isChosenWorld(world))
  for (const [part, words] of Object.entries(worldWords(world, Date.now())))
    document.querySelector(`[data-strip] [data-part="${part}"]`)?.replaceChildren(words)
}

/** Chooses the world of the visit. */
const keepWorld = (world: ChosenWorld): void => {
  keepVisit({ world })
  showWorld(world)
}

const leaveWorld = (): void => {
  keepWorld(anyWorld)
  // The button is gone, so the focus moves to the heading.
  focusHeading()
}

const onClick = ({ target }: MouseEvent): void => {
  const button = target instanceof Element ? target.closest('button') : null
  if (button === null) return
  if (button.matches('[data-search]')) void openSearch()
  else if (button.matches('[data-copy]')) void copy(button)
  else if (button.matches('[data-action="new"]')) keepWorld(withFreshSeed(keptWorld()))
  else if (button.matches('[data-action="leave"]')) leaveWorld()
  else if ([...themeSwitches()].includes(button)) {
    setTheme(currentTheme() === 'dark' ? 'light' : 'dark')
    showTheme()
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type="radio"]), textarea, dialog') !== null

const onKeyDown = (event: KeyboardEvent): void => {
  const { ctrlKey, metaKey, altKey, key, target } = event
  const isPaletteKey = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target)
  if (!isPaletteKey && !isSlash) return
  event.preventDefault()
  void openSearch()
}

/** Marks the current section in the contents: the last section whose heading has passed the upper third. */
const followReading = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const heads = links.flatMap(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) ?? [])
  const mark = () => {
    const passed = heads.filter((head) => head.getBoundingClientRect().top < innerHeight / 3).length
    links.forEach((link, at) => link.toggleAttribute('aria-current', at === Math.max(passed - 1, 0)))
  }
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' })
  for (const head of heads) observer.observe(head)
}

/** Scrolls only the menu, to the entry of this page. */
const showEntry = (): void => {
  const entry = document.querySelector<HTMLElement>('[data-menu] [aria-current]')
  const menu = entry?.closest('nav')
  if (entry !== null && menu instanceof HTMLElement) menu.scrollTop = entry.offsetTop - menu.clientHeight / 2
}

/** Does what can wait until the page is painted. */
const start = async (): Promise<void> => {
  await whenVisible()
  followReading()
  document.documentElement.dataset['ready'] = ''
  keepOffline({ withDocs: true })
}

// Another tab chose a world.
addEventListener('storage', () => showWorld(keptWorld()))
document.addEventListener('click', onClick)
document.addEventListener('keydown', onKeyDown)
showTheme()
showWorld(keptWorld())
showEntry()
void start()
