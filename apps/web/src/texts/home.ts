/** The home page's own words while a tool is chosen or none; those of the spec come from core. */
export const homeTexts = {
  greeting: 'Hello. Your address is',
  categories: 'Tool categories',
  freeRuns: (limit: number) => `${limit} free a day`,
  unsure: {
    title: 'Not sure which?',
    text: 'Paste a name, an address, headers or an error. Matching tools come first.',
  },
} as const
