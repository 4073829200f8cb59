/** The words of fields, whatever they are for. */
export const fieldTexts = {
  show: 'Show',
  hide: 'Hide',
  shows: (label: string) => `Show ${label.toLowerCase()}`,
  hides: (label: string) => `Hide ${label.toLowerCase()}`,
} as const
