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

/** How the page without a chosen tool is called. */
export const homeName = 'Network, DNS, email and TLS diagnostics'

/** How a page behind sign-in is called. */
export const inDashboard = (name: string): string => `${name} in your dashboard`

/** How the page of someone's own account is called. */
export const accountName = 'Account'

/** How the page of one's runs is called. */
export const historyName = 'History'

/** How the page of one's verified addresses is called. */
export const verificationsName = 'Email verifications'

/** How the admin panel is called. */
export const adminName = 'Admin'

/** How the page is called where nothing is. */
export const notFoundName = 'Page not found'
