/** The words of the frame around every page; those of the spec come from core. */
export const layoutTexts = {
  skip: 'Skip to content',
  tagline: 'Diagnostics for people who run networks',
  find: 'Find a tool',
  darkTheme: 'Dark theme',
  main: 'Main',
  closeToast: (title: string): string => `Close “${title}”`,
  promise: 'Tool runs are simulated and say so. Email verification is real and says so too.',
  /** Beside the forms of an account. */
  entry: {
    aside: 'About accounts',
    words: ['Many signals in.', 'One verdict out.'],
    promise:
      'With an account every run is kept with its seed, so that you can send it to a colleague and both see the same fault.',
  },
} as const
