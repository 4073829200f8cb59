const INTENTS = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const

/** Waits until the page is painted and the browser idle, or somebody is about to use it, whichever comes first. */
export const whenVisible = async (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const type of INTENTS) removeEventListener(type, done, true)
      resolve()
    }
    for (const type of INTENTS) addEventListener(type, done, { capture: true, passive: true, once: true })
    const idle = () => {
      // Safari learned it late.
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1500 })
      else setTimeout(done, 200)
    }
    if (document.readyState === 'complete') idle()
    else addEventListener('load', idle, { once: true })
  })
