/** The way to the current page: a page load, a link of the site, or the history. */
export type Arrival = 'load' | 'link' | 'history'

let arrival: Arrival = 'load'

/** Returns the way to the current page. */
export const lastArrival = (): Arrival => arrival

/** Records how each page is reached. The router announces its own changes by events with these names. */
export const listenForArrivals = (): void => {
  addEventListener('popstate', () => (arrival = 'history'))
  for (const type of ['pushState', 'replaceState']) addEventListener(type, () => (arrival = 'link'))
}

/** Moves the focus to the heading of a new page, without scrolling. */
export const focusHeading = (): void => {
  const heading = document.querySelector('main h1')
  if (!(heading instanceof HTMLElement)) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
