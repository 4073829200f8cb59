import { dashboardCategories, pageMetadata, pickerCategories, pickerTools, type Tool, tools } from '@netbox/core'
import { dashboardEntries, notices } from '@netbox/product'
import { inDashboard, type SitePage, type SitePageName, sitePages } from '../texts/site-pages.ts'

/** The names of the pages. The pages of categories and of tools have several paths. */
export type PageName = SitePageName | 'category' | 'tool'

/** A path of the site. */
export interface Route extends Omit<SitePage, 'heading' | 'lead'> {
  readonly page: PageName
  readonly title: string
  /** The tool that the path selects. */
  readonly tool?: Tool
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

const siteRoutes = Object.fromEntries(
  Object.entries<SitePage>(sitePages).map(([page, { path, name, title = name, frame, isListed }]) => [
    page,
    { path, page, title: suffixed(title), name, frame, isListed },
  ]),
  // The cast is safe, because `sitePages` has these entries.
) as Readonly<Record<SitePageName, Route>>

const signedInRoute = (page: PageName, path: string, name: string): Route => ({
  path,
  page,
  title: suffixed(inDashboard(name)),
  name,
  frame: 'dashboard',
  isListed: false,
})

const categoryRoutes = (): Route[] =>
  dashboardCategories.map((category) => signedInRoute('category', `/dashboard/${category}`, dashboardEntries[category]))

const toolPageRoutes = (): Route[] => tools.map(({ path, name }) => signedInRoute('tool', `/tools/${path}`, name))

// The page of an unknown tool, which is more helpful to signed-in users than the 404 page.
const noTool: Route = signedInRoute('tool', '/tools', notices.toolNotFound.title)

const { home, 'not-found': notFound, ...otherRoutes } = siteRoutes

/** Every path of the site. The tools come from core's catalogue. */
export const routes: readonly Route[] = [
  home,
  ...pickerCategories.flatMap((category) => pickerTools(category).map(toolRoute)),
  ...Object.values(otherRoutes),
  ...categoryRoutes(),
  ...toolPageRoutes(),
  notFound,
]

const byPath = new Map(routes.map((route) => [route.path, route]))

/** Finds the route of a path, with or without a trailing slash. Unknown paths lead to the 404 page. */
export const routeOf = (path: string): Route =>
  byPath.get(path === '/' ? path : path.replace(/\/+$/, '')) ?? (/^\/tools\/[^/]+$/.test(path) ? noTool : notFound)

/** Returns whether a route has a prerendered file; a path without one gets the 404 page. */
export const isPrerendered = (route: Route): boolean => route !== noTool
