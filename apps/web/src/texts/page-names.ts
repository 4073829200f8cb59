/** The names of the pages outside the tools: `/login` is `login`. */
export const pageNames = {
  login: 'Login',
  register: 'Register',
  reset: 'Reset your password',
  confirm: 'Confirm your email',
  dashboard: 'Dashboard',
  pricing: 'Pricing',
  serve: 'netbox serve',
  compare: 'Compare two runs',
  bulk: 'Run a list',
  embed: 'Report as a card',
  contact: 'Contact',
  help: 'Help',
  privacy: 'Privacy',
  terms: 'Terms',
} as const

/** The name of the home page without a chosen tool. */
export const homeName = 'Network, DNS, email and TLS diagnostics'

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
