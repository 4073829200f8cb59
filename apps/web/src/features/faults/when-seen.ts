/** Waits until an element is near the visible part of the page. Resolves at once if the element is missing. */
export const whenSeen = async (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const element = document.querySelector(selector)
    if (element === null) {
      resolve()
      return
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
  })
