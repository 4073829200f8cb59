import type { ComponentType, ReactNode } from 'react'
import type { Deferred } from '../lib/deferred.ts'
import type { PageName, Route } from './routes.ts'

/** The properties of a page. */
export interface PageProps {
  /** The path of the shown page: while another page loads, the address is already the new one. */
  readonly path: string
}

/** The exports of a page's file. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>
  /** The layout around the page, if it differs from the layout of public pages. */
  readonly Layout?: ComponentType<{ readonly children: ReactNode }>
  /** Returns the parts that a path of the page needs; they are loaded before the page is shown. */
  readonly partsOf?: (path: string) => readonly Pick<Deferred<never>, 'source' | 'load'>[]
}

const modules: Readonly<Record<PageName, () => Promise<PageModule>>> = {
  home: () => import('./home-page.tsx'),
  login: () => import('./login-page.tsx'),
  register: () => import('./register-page.tsx'),
  reset: () => import('./reset-page.tsx'),
  confirm: () => import('./confirm-page.tsx'),
  dashboard: () => import('./dashboard-page.tsx'),
  category: () => import('./category-page.tsx'),
  tool: () => import('./tool-page.tsx'),
  account: () => import('./account-page.tsx'),
  history: () => import('./history-page.tsx'),
  verifications: () => import('./verifications-page.tsx'),
  admin: () => import('./admin-page.tsx'),
  pricing: () => import('./pricing-page.tsx'),
  serve: () => import('./serve-page.tsx'),
  compare: () => import('./compare-page.tsx'),
  bulk: () => import('./bulk-page.tsx'),
  embed: () => import('./embed-page.tsx'),
  contact: () => import('./contact-page.tsx'),
  help: () => import('./help-page.tsx'),
  privacy: () => import('./privacy-page.tsx'),
  terms: () => import('./terms-page.tsx'),
  'not-found': () => import('./not-found-page.tsx'),
}

const loaded = new Map<PageName, PageModule>()

/** Returns the module of a page; undefined if it is not loaded. */
export const loadedPage = (name: PageName): PageModule | undefined => loaded.get(name)

/** Loads a page and the parts that the path needs, and returns those parts. */
export const loadPage = async ({ page }: Route, path: string) => {
  const module = loaded.get(page) ?? (await modules[page]())
  loaded.set(page, module)
  const parts = module.partsOf?.(path) ?? []
  await Promise.all(parts.map(async (part) => part.load()))
  return parts
}
