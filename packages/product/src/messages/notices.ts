/** The text of a toast or a notice: a short title and one sentence, both plain text. */
export type Notice = { readonly title: string; readonly message: string }

/** The placeholders and empty states of the pages. Source: spec §2. */
export const notices = {
  selectTool: {
    title: 'Select a Tool',
    message: 'Choose a tool from the categories above to get started.',
  },
  noTools: { title: 'No tools available', message: 'Tools for this category are coming soon.' },
  toolNotFound: { title: 'Tool not found', message: 'The requested tool does not exist' },
} as const satisfies Record<string, Notice>

/** The two sentences under a tool that the user can't access, with the text of their links. Source: spec §2. */
export const accessNotices = {
  login_required: { message: 'This tool requires you to be logged in.', link: 'Please log in', href: '/login' },
  upgrade_required: {
    message: 'This tool requires a Pro or Enterprise plan.',
    link: 'Upgrade now',
    href: '/pricing',
  },
} as const

/** The texts of the page for unknown routes. Source: spec §2. */
export const pageNotFound = { title: 'Oops! Page not found', link: 'Return to Home' } as const

/** Short labels that several pages share. Source: spec §2, §4. */
export const labels = {
  loading: 'Loading...',
  loadingCaptcha: 'Loading security check...',
  comingSoon: 'Em breve',
  analyze: 'Analyze',
  running: 'Running...',
  analyzing: 'Analyzing...',
  executionProgress: 'Execution Progress',
  analysisCompleted: 'Analysis completed successfully',
  toolInput: 'Tool Input',
  copy: 'Copy',
  download: 'Download',
  retry: 'Retry',
  dashboard: 'Dashboard',
  upgrade: 'Upgrade',
  login: 'Login',
  backToTools: 'Back to Tools',
  backToDashboard: 'Back to Dashboard',
  managePlan: 'Manage Plan',
  signOut: 'Sign Out',
  upgradePlan: 'Upgrade Plan',
  recentActivity: 'Recent Activity',
  inputPlaceholder: (inputType: string) => `Enter ${inputType}...`,
  analysisOutput: (input: string) => `Analysis output for ${input}`,
} as const

/** The four tabs of the home page. Source: spec §2. */
export const homeTabs = {
  network: 'Network Tools',
  dns: 'DNS Tools',
  email: 'Email Tools',
  web: 'Web Tools',
} as const

/** The entries of the dashboard's side navigation. Source: spec §2. */
export const dashboardEntries = {
  overview: 'Overview',
  network: 'Network Tools',
  dns: 'DNS Tools',
  email: 'Email Tools',
  security: 'Security Tools',
  monitoring: 'Monitoring',
} as const

/** The four stat cards of the dashboard. Source: spec §2. */
export const dashboardStats = {
  emailsVerified: 'Emails Verified',
  migrations: 'Migrations',
  toolsUsed: 'Tools Used',
  uptime: 'Uptime',
} as const

/** The texts of the footer. Source: spec §1, §2. */
export const footer = {
  popularTools: 'Popular tools',
  account: 'Account',
  support: 'Support',
  copyright: '© 2024 netbox',
} as const
