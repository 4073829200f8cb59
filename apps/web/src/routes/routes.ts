import {
  dashboardCategories,
  dashboardEntries,
  notices,
  pageMetadata,
  pickerCategories,
  pickerTools,
  type Tool,
  tools,
} from '@netbox/core'
import { homeText, inDashboard, notFoundText, type PageText, pageTexts } from '../texts/pages.ts'

/** The pages by the name of their file: `home` is routes/home-page.tsx. */
export type PageName = keyof typeof pageTexts | 'home' | 'category' | 'tool' | 'not-found'

/** A path of the site. */
export interface Route {
  readonly path: string
  readonly page: PageName
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** The tool that the path selects. */
  readonly tool?: Tool
  /** Whether the site's map lists it. */
  readonly isListed: boolean
}

const suffixed = (title: string): string => `${title} · netbox`

const toolRoute = (tool: Tool): Route => {
  const { title, description, keywords } = pageMetadata(tool)
  return { path: `/${tool.path}`, page: 'home', title: suffixed(title), description, keywords, tool, isListed: true }
}

// Links in mails lead there, with a code, or it is for who is signed in: nothing to search for.
const personal: ReadonlySet<string> = new Set(['reset', 'confirm', 'dashboard'])

const infoRoutes = (): Route[] =>
  Object.entries(pageTexts).map(([name, { title, ...text }]) => ({
    ...text,
    path: `/${name}`,
    // The keys of the texts are the names of the pages.
    page: name as keyof typeof pageTexts,
    title: suffixed(title),
    isListed: !personal.has(name),
  }))

const signedInRoute = (page: PageName, path: string, { title, ...text }: PageText): Route => ({
  ...text,
  path,
  page,
  title: suffixed(title),
  isListed: false,
})

const categoryRoutes = (): Route[] =>
  dashboardCategories.map((category) =>
    signedInRoute('category', `/dashboard/${category}`, inDashboard(dashboardEntries[category])),
  )

const toolPageRoutes = (): Route[] =>
  tools.map(({ path, name }) => signedInRoute('tool', `/tools/${path}`, inDashboard(name)))

// For who is signed in it says more than the page for what leads nowhere.
const noTool: Route = signedInRoute('tool', '/tools', inDashboard(notices.toolNotFound.title))

const notFound: Route = {
  ...notFoundText,
  path: '/404',
  page: 'not-found',
  title: suffixed(notFoundText.title),
  isListed: false,
}

/** Every path of the site. The tools come from core's catalogue: there is no second list of them. */
export const routes: readonly Route[] = [
  { ...homeText, path: '/', page: 'home', title: suffixed(homeText.title), isListed: true },
  ...pickerCategories.flatMap((category) => pickerTools(category).map(toolRoute)),
  ...infoRoutes(),
  ...categoryRoutes(),
  ...toolPageRoutes(),
  notFound,
]

const byPath = new Map(routes.map((route) => [route.path, route]))

/** Finds the route of a path; a slash at its end changes nothing. What leads nowhere is the page that says so. */
export const routeOf = (path: string): Route =>
  byPath.get(path === '/' ? path : path.replace(/\/+$/, '')) ?? (/^\/tools\/[^/]+$/.test(path) ? noTool : notFound)

/** Tells whether a route has a file that was rendered for it; what leads nowhere is sent the page that says so instead. */
export const isPrerendered = (route: Route): boolean => route !== noTool
