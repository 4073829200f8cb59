/** Names the toasts that the page says too. */
export const repeatedToasts = 'Messages of this page'

/** Names the button that closes a toast. */
export const closeToast = (title: string): string => `Close “${title}”`
