/** The name of the region with toasts whose message the page shows too. */
export const repeatedToasts = 'Messages of this page'

/** Returns the name of the button that closes a toast. */
export const closeToast = (title: string): string => `Close “${title}”`
