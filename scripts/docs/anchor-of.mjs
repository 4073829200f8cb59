/** Returns the anchor of a heading, as Markdown renderers generate it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
