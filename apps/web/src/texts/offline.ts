/** The messages of an offline browser. */
export const offlineTexts = {
  title: 'You are offline.',
  text: 'The tools still work. Signing in, email verification and migrations need a connection.',
} as const
