/**
 * Shows or hides the sentence that a page failed, which index.html holds: it needs no code that may be missing too. Its link reloads
 * the page.
 */
export const showPageFailure = (isShown: boolean): void =>
  void document.querySelector('.page-failure')?.toggleAttribute('hidden', !isShown)
