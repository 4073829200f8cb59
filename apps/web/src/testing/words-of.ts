/** Returns the text of an element, with a space between elements: happy-dom has no layout that would separate them. */
export const wordsOf = (element: Element | null): string => {
  if (element === null) throw new TypeError('There is no such element.')
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (walker.nextNode() !== null) words.push(walker.currentNode.textContent ?? '')
  return words.join(' ').replaceAll(/\s+/g, ' ').trim()
}
