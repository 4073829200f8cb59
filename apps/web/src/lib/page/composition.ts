/**
 * Keeps an Enter that ends a composition, such as the choice of a Japanese word, from all forms and lists. Safari reports it with the key code
 * 229 after the composition, other browsers during it.
 */
export const ignoreComposing = (target: EventTarget): void =>
  target.addEventListener(
    'keydown',
    (event) => {
      // The deprecated key code is the only sign in Safari.
      if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || !(event.isComposing || event.keyCode === 229))
        return
      event.stopImmediatePropagation()
      if (!event.isComposing) event.preventDefault()
    },
    true,
  )
