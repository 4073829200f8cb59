import type { Tool, ToolId } from '@netbox/core'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { type LazyPart, lazyPart } from '../lib/page/lazy-part.ts'
import type { Frame } from '../texts/site-pages.ts'
import { type PageName, routeOf } from './routes.ts'

/** The properties of a page. */
export interface PageProps {
  /** The path of the shown page: while another page loads, the address is already the new one. */
  readonly path: string
}

const pages: Readonly<Record<PageName, LazyPart<PageProps>>> = {
  home: lazyPart(async () => (await import('./home-page.tsx')).HomePage),
  login: lazyPart(async () => (await import('../features/auth/login-form.tsx')).LoginForm),
  register: lazyPart(async () => (await import('../features/auth/register-form.tsx')).RegisterForm),
  reset: lazyPart(async () => (await import('../features/auth/recovery.tsx')).Recovery),
  confirm: lazyPart(async () => (await import('../features/auth/confirmation.tsx')).Confirmation),
  dashboard: lazyPart(async () => (await import('../features/dashboard/overview.tsx')).Overview),
  category: lazyPart(async () => (await import('../features/tool-panel/category.tsx')).CategoryPage),
  tool: lazyPart(async () => (await import('../features/tool-panel/single-tool.tsx')).ToolPage),
  account: lazyPart(async () => (await import('../features/account/account.tsx')).Account),
  history: lazyPart(async () => (await import('../features/run-history/run-history.tsx')).RunHistory),
  verifications: lazyPart(
    async () => (await import('../features/verification-history/verification-history.tsx')).VerificationHistory,
  ),
  admin: lazyPart(async () => (await import('../features/admin/admin-panel.tsx')).AdminPanel),
  pricing: lazyPart(async () => (await import('../features/pricing/pricing.tsx')).Pricing),
  compare: lazyPart(async () => (await import('../features/compare/compare.tsx')).Compare),
  'mail-check': lazyPart(async () => (await import('../features/mail-check/mail-check.tsx')).MailCheck),
  world: lazyPart(async () => {
    const { loadDayLine, World } = await import('../features/world/world.tsx')
    await loadDayLine()
    return World
  }),
  bulk: lazyPart(async () => (await import('../features/bulk/bulk.tsx')).Bulk),
  embed: lazyPart(async () => (await import('../features/embed/embed-card.tsx')).EmbedCard),
  contact: lazyPart(async () => (await import('../features/information/text-page.tsx')).Contact),
  help: lazyPart(async () => (await import('../features/information/help.tsx')).Help),
  privacy: lazyPart(async () => (await import('../features/information/text-page.tsx')).Privacy),
  terms: lazyPart(async () => (await import('../features/information/text-page.tsx')).Terms),
  'not-found': lazyPart(async () => (await import('../features/information/not-found.tsx')).NotFound),
}

interface LayoutProps {
  readonly children: ReactNode
}

// The embedded card has no layout.
const layouts: Readonly<Record<Exclude<Frame, 'none'>, LazyPart<LayoutProps>>> = {
  public: lazyPart(async () => (await import('../components/layouts/public-layout.tsx')).PublicLayout),
  entry: lazyPart(async () => (await import('../components/layouts/entry-layout.tsx')).EntryLayout),
  dashboard: lazyPart(async () => (await import('../components/layouts/dashboard-layout.tsx')).DashboardLayout),
}

/** The top of the home page, which tool pages don't load. */
export const HomeHero = lazyPart(async () => (await import('../features/home/home-hero.tsx')).HomeHero)

interface Screen {
  readonly tool: Tool
}

const toolRun: LazyPart<Screen> = lazyPart(async () => (await import('./tool-run-screen.tsx')).ToolRunScreen)

// The tools that have their own screens.
const ownScreens: Readonly<Partial<Record<ToolId, LazyPart<Screen>>>> = {
  'email-validation': lazyPart(
    async () => (await import('../features/email-verification/email-verification.tsx')).EmailVerification,
  ),
  'email-migration': lazyPart(
    async () => (await import('../features/mailbox-migration/mailbox-migration.tsx')).MailboxMigration,
  ),
}

/** Returns the screen of a tool on the home page, under the picker. */
export const toolScreen = (tool: Tool): LazyPart<Screen> => ownScreens[tool.id] ?? toolRun

/** Preloads the screen of most tools. */
export const warmToolRun = async (): Promise<void> => toolRun.preload()

/** Returns the page and the layout of a path. */
export const pageAt = (
  path: string,
): { readonly Page: ComponentType<PageProps>; readonly Layout: ComponentType<LayoutProps> } => {
  const { page, frame } = routeOf(path)
  return { Page: pages[page], Layout: frame === 'none' ? Fragment : layouts[frame] }
}

/** Loads everything that the page of a path shows at first, so that it is hydrated at once. */
export const preloadPage = async (path: string): Promise<void> => {
  const { page, frame, tool } = routeOf(path)
  await Promise.all([
    pages[page].preload(),
    frame === 'none' ? undefined : layouts[frame].preload(),
    tool !== undefined ? toolScreen(tool).preload() : page === 'home' ? HomeHero.preload() : undefined,
  ])
}
