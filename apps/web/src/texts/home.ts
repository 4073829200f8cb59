/** The texts of the home page, with or without a chosen tool. Those that the spec quotes are in `@netbox/product`. */
export const homeTexts = {
  greeting: 'Hello. Your address is',
  categories: 'Tool categories',
  freeRuns: (limit: number) => `${limit} free a day`,
  unsure: {
    title: 'Not sure which?',
    text: 'Paste a name, an address, headers or an error. Matching tools come first.',
  },
} as const
