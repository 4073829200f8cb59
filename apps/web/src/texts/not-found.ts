/** The texts of the 404 page. Those that the spec quotes are in `@netbox/product`. */
export const notFoundTexts = {
  drawing: 'A broken route: a source, two hops, a gap, and a missing destination.',
  text: 'There is no page at this address. It may be mistyped, or the page has moved.',
  find: 'Find a tool',
} as const
