/**
 * Shows or hides the error text of index.html, which says that the page failed: it needs no code that may also be missing. Its link reloads
 * the page.
 */
export const showPageFailure = (isShown: boolean): void =>
  void document.querySelector('.page-failure')?.toggleAttribute('hidden', !isShown)
