/** What is said while there is no network. */
export const offlineTexts = {
  title: 'You are offline.',
  text: 'The tools go on working. Signing in, email verification and migrations wait for a network.',
} as const
