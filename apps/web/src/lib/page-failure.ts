/**
 * Shows or hides the sentence that a page failed, which index.html holds: it needs no code that may be missing too. Its link reloads
 * the page.
 */
export const showPageFailure = (isShown: boolean): void => {
  const notice = document.querySelector<HTMLElement>('.page-failure')
  if (notice !== null) notice.hidden = !isShown
}
