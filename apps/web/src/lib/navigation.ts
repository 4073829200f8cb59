/** How the visitor reached the current page: by a page load, a link of the site, or the history. */
export type Arrival = 'load' | 'link' | 'history'

let arrival: Arrival = 'load'

/** Returns how the visitor reached the current page. */
export const lastArrival = (): Arrival => arrival

/** Records how each page is reached. For its own navigation, the router dispatches events named `pushState` and `replaceState`. */
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
