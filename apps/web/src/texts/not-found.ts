/** The own words of the page for what leads nowhere; the others come from core. */
export const notFoundTexts = {
  drawing: 'A route that breaks off: a source, two hops, a gap, and a destination that is not there.',
  text: 'The way ends here: nothing answers at this address. It may be mistyped, or the page has moved.',
  find: 'Find a tool',
} as const
