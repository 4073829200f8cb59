/** The texts of the frame around every page. Texts that the spec quotes are in `@netbox/product`. */
export const layoutTexts = {
  skip: 'Skip to content',
  skipToInput: 'Skip to the input',
  tagline: 'A simulated internet',
  find: 'Find a tool',
  docs: 'Docs',
  /** The names of pages in the header. */
  navigation: { tools: 'Tools', 'mail-check': 'Mail check', bulk: 'Lists', compare: 'Compare' },
  menu: 'Menu',
  use: 'Use it',
  scenarios: 'Scenarios',
  serve: 'netbox serve',
  darkTheme: 'Dark theme',
  main: 'Main',
  promise: 'Tool runs are simulated and marked as such. Every email verification says whether it is real.',
} as const

/** The messages without a network. */
export const offlineTexts = {
  title: 'You are offline.',
  text: 'The tools still work. Signing in, email verification and migrations need a connection.',
} as const

/** The messages while the service does not respond, for users whose session could not be checked. */
export const unansweredTexts = {
  title: 'The service does not respond.',
  text: 'You stay signed in, and the tools still work. Account data, email verification and migrations need the service.',
} as const
