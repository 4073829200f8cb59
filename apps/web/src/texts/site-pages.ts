/** The names of the pages outside the tools: `/login` is `login`. */
export const pageNames = {
  login: 'Login',
  register: 'Register',
  reset: 'Reset your password',
  confirm: 'Confirm your email',
  dashboard: 'Dashboard',
  pricing: 'Pricing',
  compare: 'Compare two runs',
  bulk: 'Run a list',
  'mail-check': 'Mail check',
  world: 'Choose a world',
  embed: 'Report as a card',
  contact: 'Contact',
  help: 'Help',
  privacy: 'Privacy',
  terms: 'Terms',
} as const

/** The name of the home page without a chosen tool. */
export const homeName = 'A simulated internet you can break on purpose'

/** Returns the name of a page behind sign-in. */
export const inDashboard = (name: string): string => `${name} in your dashboard`

/** The name of the account page. */
export const accountName = 'Account'

/** The name of the page with the user's runs. */
export const historyName = 'History'

/** The name of the page with the user's verified addresses. */
export const verificationsName = 'Email verifications'

/** The name of the admin panel. */
export const adminName = 'Admin'

/** The name of the 404 page. */
export const notFoundName = 'Page not found'

/** The headings and first lines of pages behind sign-in, which they show before the session is verified. */
export const pageHeads = {
  dashboard: {
    lead: 'Your runs today, your remaining daily limits, the state of the service, and links to the tools.',
  },
  account: { lead: 'Your plan, password, second factor, devices, API tokens and data.' },
  admin: { lead: 'Users, notifications and services of this installation. The audit log records your changes.' },
  history: { title: 'What have you run?' },
  verifications: { lead: 'Every address that you verified, newest first.' },
} as const
