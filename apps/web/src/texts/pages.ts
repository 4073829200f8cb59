/** What the head of a page says of it. */
export interface PageText {
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
}

/** The pages beside the tools: `/login` is `login`. */
export const pageTexts = {
  login: {
    title: 'Login',
    description: 'Sign in to netbox to use your plan, your dashboard and your API tokens.',
    keywords: ['login', 'sign in', 'netbox account'],
  },
  register: {
    title: 'Register',
    description: 'Create a free netbox account: a dashboard for your runs, and email verification with history.',
    keywords: ['register', 'create account', 'sign up', 'netbox account'],
  },
  reset: {
    title: 'Reset your password',
    description: 'Choose a new password for your netbox account.',
    keywords: ['reset password', 'forgotten password'],
  },
  confirm: {
    title: 'Confirm your email',
    description: 'Confirm the email address of your netbox account.',
    keywords: ['confirm email', 'email confirmation'],
  },
  dashboard: {
    title: 'Dashboard',
    description: 'Your account at netbox: what is yours, at a glance.',
    keywords: ['dashboard', 'netbox account'],
  },
  pricing: {
    title: 'Pricing',
    description: 'Free, Pro and Enterprise: what each plan of netbox holds, by month or by year, with daily limits.',
    keywords: ['pricing', 'plans', 'free', 'pro', 'enterprise', 'daily limits'],
  },
  contact: {
    title: 'Contact',
    description: 'How to reach the people behind netbox, and what to send along so that an answer comes sooner.',
    keywords: ['contact', 'support', 'report a fault'],
  },
  help: {
    title: 'Help',
    description: 'How the tools of netbox work: inputs, seeds, scenarios, reports, limits, the command and the API.',
    keywords: ['help', 'seeds', 'scenarios', 'reports', 'command line', 'api'],
  },
  privacy: {
    title: 'Privacy',
    description: 'What netbox stores, where it is kept, for how long, and how to have it removed.',
    keywords: ['privacy', 'personal data', 'storage'],
  },
  terms: {
    title: 'Terms',
    description: 'The terms under which netbox may be used: simulated results, fair use, plans and payment.',
    keywords: ['terms', 'conditions', 'fair use'],
  },
} as const satisfies Record<string, PageText>

/** The page without a chosen tool. */
export const homeText: PageText = {
  title: 'Network, DNS, email and TLS diagnostics',
  description:
    '25 network, DNS, email and security diagnostics on a simulated internet: give a run a seed and the same fault comes back, byte for byte.',
  keywords: ['network tools', 'dns tools', 'email tools', 'diagnostics', 'simulated internet', 'mx', 'spf', 'dnssec'],
}

/** What the head of a page behind sign-in says, which nobody searches for. */
export const inDashboard = (name: string): PageText => ({
  title: `${name} in your dashboard`,
  description: `${name} at netbox, for who is signed in, with the daily limits of your plan.`,
  keywords: [name.toLowerCase(), 'dashboard'],
})

/** Where nothing is. */
export const notFoundText: PageText = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  keywords: ['page not found'],
}
