import { dashboardCategories, pageMetadata, pickerCategories, pickerTools, type Tool, tools } from '@netbox/core'
import { dashboardEntries, notices } from '@netbox/product'
import { VERIFICATIONS_PATH } from '../lib/runs/run-links.ts'
import {
  accountName,
  adminName,
  historyName,
  homeName,
  inDashboard,
  notFoundName,
  pageNames,
  verificationsName,
} from '../texts/page-names.ts'

/** The names of the pages. */
export type PageName =
  | keyof typeof pageNames
  | 'home'
  | 'category'
  | 'tool'
  | 'account'
  | 'history'
  | 'verifications'
  | 'admin'
  | 'not-found'

/** The layout around a page: of public pages, of forms for sign-in, of pages for signed-in users, or none. */
export type Frame = 'public' | 'entry' | 'dashboard' | 'none'

/** A path of the site. */
export interface Route {
  readonly path: string
  readonly page: PageName
  readonly title: string
  /** The name of the page, without the names of the site and the section. */
  readonly name: string
  readonly frame: Frame
  /** The tool that the path selects. */
  readonly tool?: Tool
  /** Whether search engines may list the path: the sitemap has it, and its page has no `noindex`. */
  readonly isListed: boolean
}

const suffixed = (title: string): string => `${title} · netbox`

const toolRoute = (tool: Tool): Route => {
  const { title } = pageMetadata(tool)
  return {
    path: `/${tool.path}`,
    page: 'home',
    frame: 'public',
    title: suffixed(title),
    name: tool.name,
    tool,
    isListed: true,
  }
}

// Pages that search engines must not list: sign-in, targets of links in messages, pages for signed-in users, and the embedded card.
const personal: ReadonlySet<string> = new Set(['login', 'reset', 'confirm', 'dashboard', 'embed'])

const frames: Readonly<Partial<Record<PageName, Frame>>> = {
  login: 'entry',
  register: 'entry',
  reset: 'entry',
  confirm: 'entry',
  dashboard: 'dashboard',
  embed: 'none',
}

const infoRoutes = (): Route[] =>
  // The cast is safe, because `pageNames` has no other keys.
  (Object.keys(pageNames) as (keyof typeof pageNames)[]).map((page) => ({
    path: `/${page}`,
    page,
    title: suffixed(pageNames[page]),
    name: pageNames[page],
    frame: frames[page] ?? 'public',
    isListed: !personal.has(page),
  }))

const signedInRoute = (page: PageName, path: string, name: string, title = inDashboard(name)): Route => ({
  path,
  page,
  title: suffixed(title),
  name,
  frame: 'dashboard',
  isListed: false,
})

const categoryRoutes = (): Route[] =>
  dashboardCategories.map((category) => signedInRoute('category', `/dashboard/${category}`, dashboardEntries[category]))

const toolPageRoutes = (): Route[] => tools.map(({ path, name }) => signedInRoute('tool', `/tools/${path}`, name))

// The page of an unknown tool, which is more helpful to signed-in users than the 404 page.
const noTool: Route = signedInRoute('tool', '/tools', notices.toolNotFound.title)

const notFound: Route = {
  path: '/404',
  page: 'not-found',
  title: suffixed(notFoundName),
  name: notFoundName,
  frame: 'public',
  isListed: false,
}

/** Every path of the site. The tools come from core's catalogue. */
export const routes: readonly Route[] = [
  { path: '/', page: 'home', frame: 'public', title: suffixed(homeName), name: homeName, isListed: true },
  ...pickerCategories.flatMap((category) => pickerTools(category).map(toolRoute)),
  ...infoRoutes(),
  ...categoryRoutes(),
  ...toolPageRoutes(),
  signedInRoute('history', '/dashboard/history', historyName),
  signedInRoute('account', '/dashboard/account', accountName),
  signedInRoute('verifications', VERIFICATIONS_PATH, verificationsName),
  signedInRoute('admin', '/admin', adminName, adminName),
  notFound,
]

const byPath = new Map(routes.map((route) => [route.path, route]))

/** Finds the route of a path, with or without a trailing slash. Unknown paths lead to the 404 page. */
export const routeOf = (path: string): Route =>
  byPath.get(path === '/' ? path : path.replace(/\/+$/, '')) ?? (/^\/tools\/[^/]+$/.test(path) ? noTool : notFound)

/** Returns whether a route has a prerendered file; a path without one gets the 404 page. */
export const isPrerendered = (route: Route): boolean => route !== noTool
