/** The texts of the frame around every page. Those that the spec quotes are in `@netbox/product`. */
export const layoutTexts = {
  skip: 'Skip to content',
  tagline: 'Diagnostics for people who run networks',
  find: 'Find a tool',
  docs: 'Docs',
  darkTheme: 'Dark theme',
  main: 'Main',
  promise: 'Tool runs are simulated and say so. Every email verification says whether it is real.',
} as const
