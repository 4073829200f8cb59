/** The words of the dashboard; those of the spec come from core. */
export const dashboardTexts = {
  signedInAs: 'Signed in as',
  soon: 'Your dashboard is not here yet. Until it is, everything below works with your account.',
  links: [
    { href: '/', name: 'All tools' },
    { href: '/email-validation', name: 'Email verification' },
    { href: '/email-migration', name: 'Mailbox migration' },
    { href: '/pricing', name: 'Plans and prices' },
    { href: '/help', name: 'Help' },
  ],
} as const
