import { MIN_PASSWORD_LENGTH } from '@netbox/product'

/** The texts that fields share. */
export const fieldTexts = {
  show: 'Show',
  hide: 'Hide',
  shows: (label: string) => `Show ${label.toLowerCase()}`,
  hides: (label: string) => `Hide ${label.toLowerCase()}`,
  on: 'On',
  off: 'Off',
  cancel: 'Cancel',
  passwordRule: `At least ${MIN_PASSWORD_LENGTH} characters.`,
} as const

/** The texts of lists with pages. */
export const pagerTexts = {
  previous: 'Previous',
  next: 'Next',
  span: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
} as const

/** The name of the region with toasts whose message the page shows too. */
export const repeatedToasts = 'Messages of this page'

/** Returns the name of the button that closes a toast. */
export const closeToast = (title: string): string => `Close “${title}”`
