const INTENTS = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const

/** Does something once, when somebody is about to use the page. Gives what ends the waiting. */
export const whenTouched = (work: () => void): (() => void) => {
  const end = () => {
    for (const type of INTENTS) removeEventListener(type, done, true)
  }
  const done = () => {
    end()
    work()
  }
  for (const type of INTENTS) addEventListener(type, done, { capture: true, passive: true })
  return end
}

/** Waits until the page is painted and the browser idle, or somebody is about to use it, whichever comes first. */
export const whenVisible = async (): Promise<void> =>
  new Promise((resolve) => {
    const end = whenTouched(resolve)
    const done = () => {
      end()
      resolve()
    }
    const idle = () => {
      // Safari learned it late.
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1500 })
      else setTimeout(done, 200)
    }
    const painted = () => {
      // A tab in the background is not painted, and nobody waits for it.
      if (document.visibilityState === 'hidden') idle()
      else requestAnimationFrame(() => setTimeout(idle))
    }
    if (document.readyState === 'complete') painted()
    else addEventListener('load', painted, { once: true })
  })
