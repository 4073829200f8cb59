// The script of the documentation's pages: the theme, the copy buttons, and the search, whose code loads when it opens.
import { copyText } from './lib/copy-text.ts'
import { keepDocs, keepOffline } from './lib/keep-offline.ts'
import { whenVisible } from './lib/when-visible.ts'
import { currentTheme, setTheme } from './lib/theme.ts'
import { docsTexts } from './texts/docs.ts'
import { layoutTexts } from './texts/layout.ts'
import * as styles from './features/docs/docs.module.css'
import './features/docs/docs-prose.css'

const say = (words: string): void => {
  const status = document.querySelector('#docs-status')
  if (status !== null) status.textContent = words
}

const openSearch = async (): Promise<void> => {
  try {
    const { showSearch } = await import('./features/docs/search/show-search.tsx')
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

const onClick = ({ target }: MouseEvent): void => {
  const button = target instanceof Element ? target.closest('button') : null
  if (button === null) return
  if (button.matches('[data-search]')) void openSearch()
  else if (button.matches('[data-copy]')) void copy(button)
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
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`.${styles.otp} a`)]
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
  const entry = document.querySelector<HTMLElement>(`.${styles.dside} [aria-current]`)
  const menu = entry?.closest('nav')
  if (entry !== null && menu instanceof HTMLElement) menu.scrollTop = entry.offsetTop - menu.clientHeight / 2
}

document.addEventListener('click', onClick)
document.addEventListener('keydown', onKeyDown)
showTheme()
showEntry()
await whenVisible()
followReading()
document.documentElement.dataset['ready'] = ''
keepOffline()
keepDocs()
