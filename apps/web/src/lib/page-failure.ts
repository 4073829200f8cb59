/**
 * Shows or hides the error text in index.html, which says that the page failed and has a link to reload it. The text needs no further code,
 * which may also fail to load.
 */
export const showPageFailure = (isShown: boolean): void =>
  void document.querySelector('.page-failure')?.toggleAttribute('hidden', !isShown)
