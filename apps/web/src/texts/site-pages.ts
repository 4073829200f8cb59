import { VERIFICATIONS_PATH } from '../lib/runs/run-links.ts'

/** The layout around a page: of public pages, of forms for sign-in, of pages for signed-in users only, or none. */
export type Frame = 'public' | 'entry' | 'dashboard' | 'none'

/** A page of the site that is not a tool's. */
export interface SitePage {
  readonly path: string
  /** The name of the page, without the names of the site and the section. */
  readonly name: string
  /** The title without the name of the site; by default the name. */
  readonly title?: string
  readonly frame: Frame
  /** Whether search engines may list the page: not pages for sign-in, for signed-in users, and for links in messages and on other sites. */
  readonly isListed: boolean
  /** The heading and the first line, which a page behind sign-in shows before the session is verified. The heading is by default the name. */
  readonly heading?: string
  readonly lead?: string
}

/** Returns the title of a page behind sign-in. */
export const inDashboard = (name: string): string => `${name} in your dashboard`

/**
 * The pages of the site. Each has its code in `routes/pages.ts` and its description for search engines in `page-words.ts`, which load on
 * demand.
 */
export const sitePages = {
  home: { path: '/', name: 'A simulated internet you can break on purpose', frame: 'public', isListed: true },
  login: { path: '/login', name: 'Login', frame: 'entry', isListed: false },
  register: { path: '/register', name: 'Register', frame: 'entry', isListed: true },
  reset: { path: '/reset', name: 'Reset your password', frame: 'entry', isListed: false },
  confirm: { path: '/confirm', name: 'Confirm your email', frame: 'entry', isListed: false },
  dashboard: {
    path: '/dashboard',
    name: 'Dashboard',
    frame: 'dashboard',
    isListed: false,
    lead: 'Your runs today, your remaining daily limits, the state of the service, and links to the tools.',
  },
  pricing: { path: '/pricing', name: 'Pricing', frame: 'public', isListed: true },
  compare: { path: '/compare', name: 'Compare two runs', frame: 'public', isListed: true },
  bulk: { path: '/bulk', name: 'Run a list', frame: 'public', isListed: true },
  'mail-check': { path: '/mail-check', name: 'Mail check', frame: 'public', isListed: true },
  world: { path: '/world', name: 'Choose a world', frame: 'public', isListed: true },
  embed: { path: '/embed', name: 'Report as a card', frame: 'none', isListed: false },
  contact: { path: '/contact', name: 'Contact', frame: 'public', isListed: true },
  help: { path: '/help', name: 'Help', frame: 'public', isListed: true },
  privacy: { path: '/privacy', name: 'Privacy', frame: 'public', isListed: true },
  terms: { path: '/terms', name: 'Terms', frame: 'public', isListed: true },
  history: {
    path: '/dashboard/history',
    name: 'History',
    title: inDashboard('History'),
    frame: 'dashboard',
    isListed: false,
    heading: 'What have you run?',
  },
  account: {
    path: '/dashboard/account',
    name: 'Account',
    title: inDashboard('Account'),
    frame: 'dashboard',
    isListed: false,
    lead: 'Your plan, password, second factor, devices, API tokens and data.',
  },
  verifications: {
    path: VERIFICATIONS_PATH,
    name: 'Email verifications',
    title: inDashboard('Email verifications'),
    frame: 'dashboard',
    isListed: false,
    lead: 'Every address that you verified, newest first.',
  },
  admin: {
    path: '/admin',
    name: 'Admin',
    frame: 'dashboard',
    isListed: false,
    lead: 'Users, notifications and services of this installation. The audit log records your changes.',
  },
  'not-found': { path: '/404', name: 'Page not found', frame: 'public', isListed: false },
} as const satisfies Readonly<Record<string, SitePage>>

/** The id of a page of the site. */
export type SitePageName = keyof typeof sitePages
