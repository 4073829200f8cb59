/** The home page's own words while a tool is chosen or none. Those that the spec quotes are in `@netbox/product`. */
export const homeTexts = {
  greeting: 'Hello. You come from',
  categories: 'Tool categories',
  freeRuns: (limit: number) => `${limit} free a day`,
  unsure: {
    title: 'Not sure which?',
    text: 'Paste a name, an address, headers or an error. Matching tools come first.',
  },
} as const
