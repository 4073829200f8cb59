import { tools } from '@netbox/core'
import type { SitePageName } from './site-pages.ts'

/** The descriptions and titles of pages, for search engines and the palette. */
export interface PageWords {
  readonly description: string
  readonly keywords: readonly string[]
}

/** The pages of one user, whose texts follow from their names. */
export type PersonalPage = 'history' | 'account' | 'verifications'

/** The texts of each other page that is not a tool's. */
export const pageWords: Readonly<Record<Exclude<SitePageName, PersonalPage>, PageWords>> = {
  home: {
    description: `Run any program on a simulated internet and break mail, DNS, routes or certificates on purpose: for tests, training and demos, with ${tools.length} diagnostic tools.`,
    keywords: ['network tools', 'dns tools', 'email tools', 'diagnostics', 'simulated internet', 'mx', 'spf', 'dnssec'],
  },
  login: {
    description: 'Sign in to netbox to use your plan, your dashboard and your API tokens.',
    keywords: ['login', 'sign in', 'netbox account'],
  },
  register: {
    description: 'Create a free netbox account: a dashboard for your runs, and email verification with history.',
    keywords: ['register', 'create account', 'sign up', 'netbox account'],
  },
  reset: {
    description: 'Choose a new password for your netbox account.',
    keywords: ['reset password', 'forgotten password'],
  },
  confirm: {
    description: 'Confirm the email address of your netbox account.',
    keywords: ['confirm email', 'email confirmation'],
  },
  dashboard: {
    description: 'Your netbox account at a glance.',
    keywords: ['dashboard', 'netbox account'],
  },
  pricing: {
    description: 'The plans of netbox: Free, Pro and Enterprise, by month or by year, with daily limits.',
    keywords: ['pricing', 'plans', 'free', 'pro', 'enterprise', 'daily limits'],
  },
  compare: {
    description:
      'Compare two runs of a tool side by side: two scenarios, times or worlds, with the differences in verdict, figures, findings, plot and fields.',
    keywords: ['compare runs', 'diff', 'scenarios', 'before and after'],
  },
  bulk: {
    description:
      'Run one tool for each line of a list: a growing table, a filter by severity, and CSV and JSON export, within the daily limits of your plan.',
    keywords: ['bulk', 'list of domains', 'many runs', 'csv export', 'json export'],
  },
  'mail-check': {
    description:
      'Find out why mail does not arrive at a domain: MX, SMTP on each mail server, SPF, DMARC and DKIM, DNSSEC, in one simulated world.',
    keywords: ['mail check', 'mail does not arrive', 'mx', 'smtp', 'spf', 'dmarc', 'dkim', 'dnssec'],
  },
  world: {
    description:
      'Choose the simulated internet of the next runs: its seed, faults that combine, faults for one domain, a window of time, and facts of your own.',
    keywords: ['simulated internet', 'seed', 'faults', 'scenarios', 'world file', 'timeline'],
  },
  embed: {
    description: 'The report of one run as a card of 600 by 340 pixels for other pages: verdict, figures and a link.',
    keywords: ['embed', 'card', 'report'],
  },
  contact: {
    description: 'How to reach the people behind netbox, and which details help them to answer sooner.',
    keywords: ['contact', 'support', 'report a bug'],
  },
  help: {
    description: 'How the tools of netbox work: inputs, seeds, scenarios, reports, limits, the command and the API.',
    keywords: ['help', 'seeds', 'scenarios', 'reports', 'command line', 'api'],
  },
  privacy: {
    description: 'What netbox stores, where it is kept, for how long, and how to have it removed.',
    keywords: ['privacy', 'personal data', 'storage'],
  },
  terms: {
    description: 'The terms of use of netbox: simulated results, fair use, plans and payment.',
    keywords: ['terms', 'conditions', 'fair use'],
  },
  admin: {
    description: 'Users, notifications, services and the audit log of this installation of netbox, for its admins.',
    keywords: ['admin', 'users', 'notifications', 'services', 'audit log'],
  },
  'not-found': {
    description: 'netbox has no page at this URL.',
    keywords: ['page not found'],
  },
}

/** Returns the texts of a page behind sign-in, which search engines do not list. */
export const dashboardWords = (name: string): PageWords => ({
  description: `${name} at netbox for signed-in users, with the daily limits of your plan.`,
  keywords: [name.toLowerCase(), 'dashboard'],
})
