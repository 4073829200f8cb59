/** Names the button that closes a toast. */
export const closeToast = (title: string): string => `Close “${title}”`
