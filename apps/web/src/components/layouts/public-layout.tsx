import { homeTool, findTool } from '@netbox/core'
import { type ReactNode, Suspense } from 'react'
import { useLocation, Link } from 'wouter'
import { OfflineHint, SkipLink, Brand, ThemeSwitch, SearchButton } from './frame.tsx'
import { WorldStrip } from './world-strip.tsx'
import { footer, labels } from '@netbox/product'
import { layoutTexts } from '../../texts/layout.ts'
import { type SitePageName, sitePages } from '../../texts/site-pages.ts'
import { openPalette } from '../../lib/page/palette.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

const MENU = 'main-menu'

interface EntryProps {
  readonly href: string
  /** Whether the page, or one below it, is open. */
  readonly isCurrent?: boolean
  /** Whether the page is outside the router, so that the browser loads it as a separate page. */
  readonly isDocument?: boolean
  readonly className?: string
  readonly children: ReactNode
}

const ENTRY =
  'relative flex items-center px-2.5 text-ui no-underline hover:text-ink max-2xl:min-h-control max-2xl:px-4 max-2xl:not-first:border-t max-2xl:not-first:border-rule max-2xl:hover:bg-tint'
const OTHER = 'font-medium text-ink-2 max-2xl:text-ink'
const CURRENT = `font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:border-b-3 after:border-signal
  max-2xl:after:inset-y-0 max-2xl:after:right-auto max-2xl:after:border-b-0 max-2xl:after:border-l-4`

const Entry = ({ href, isCurrent = false, isDocument = false, className = '', children }: EntryProps) => {
  const [path] = useLocation()
  const link = {
    href,
    className: `${ENTRY} ${isCurrent ? CURRENT : OTHER} ${className}`,
    'aria-current': !isCurrent ? undefined : href === path ? ('page' as const) : true,
  }
  return isDocument ? <a {...link}>{children}</a> : <Link {...link}>{children}</Link>
}

// On a wide screen the links are in the bar. On others they are a popover, which the browser opens without a script.
const NAVIGATION = [
  'static m-0 flex h-full overflow-visible border-0 bg-transparent p-0',
  'max-2xl:absolute max-2xl:inset-auto max-2xl:top-[58px] max-2xl:right-edge max-2xl:h-auto max-2xl:w-[220px] max-2xl:flex-col',
  'max-2xl:border max-2xl:border-ink max-2xl:bg-sheet max-2xl:shadow-float max-2xl:not-open:hidden max-md:top-[52px]',
].join(' ')

const Navigation = () => {
  const [path] = useLocation()
  const { tools, ...pages } = layoutTexts.navigation
  return (
    <nav
      id={MENU}
      popover="auto"
      className={NAVIGATION}
      aria-label={layoutTexts.main}
      // A link inside the site leaves the bar as it is, with the open menu.
      onClick={({ currentTarget }) => currentTarget.hidePopover()}
    >
      <Entry href="/" isCurrent={path === '/' || homeTool(path) !== undefined}>
        {tools}
      </Entry>
      {Object.entries(pages).map(([page, name]) => (
        <Entry key={page} href={`/${page}`} isCurrent={path === `/${page}`}>
          {name}
        </Entry>
      ))}
      <Entry href="/docs" isCurrent={/^\/docs(?:\/|$)/.test(path)} isDocument>
        {layoutTexts.docs}
      </Entry>
      <Entry href="/pricing" isCurrent={path === '/pricing'} className="2xl:hidden">
        {sitePages.pricing.name}
      </Entry>
    </nav>
  )
}

interface HeaderBarProps {
  readonly tag: string
  /** The name of the search button. */
  readonly find: string
  /** Opens the search; without this function, a script on the page handles the button. */
  readonly onFind?: () => void
  /** Whether to offer an upgrade. */
  readonly canUpgrade?: boolean
}

/**
 * The bar on top of every public page. It contains the variants for users and for visitors, and the styles show the right one before the
 * first paint, so nothing moves.
 */
export const HeaderBar = ({ tag, find, onFind, canUpgrade = true }: HeaderBarProps) => (
  <header className="border-b border-rule print:hidden">
    <div className="wrap flex h-16 items-center gap-5 max-md:h-[56px] max-md:gap-2.5 max-[380px]:[&>a>span]:sr-only">
      <Brand />
      <span className="border-l border-rule-2 pl-4 text-sm whitespace-nowrap text-ink-3 max-xl:hidden">{tag}</span>
      <Navigation />
      <div className="ml-auto flex items-center gap-2.5 max-md:gap-2">
        <SearchButton name={find} className="md:min-w-[168px]" onClick={onFind} />
        <span className="max-md:hidden">
          <ThemeSwitch />
        </span>
        <ButtonLink isSmall className="in-data-signed-in:hidden" href="/login">
          {labels.login}
        </ButtonLink>
        <ButtonLink isSmall className="not-in-data-signed-in:hidden" href="/dashboard">
          {labels.dashboard}
        </ButtonLink>
        {canUpgrade ? (
          <ButtonLink variant="paid" isSmall className="max-md:hidden" href="/pricing">
            {labels.upgrade}
          </ButtonLink>
        ) : null}
        <Button isSmall className="2xl:hidden" popoverTarget={MENU}>
          {layoutTexts.menu}
        </Button>
      </div>
    </div>
  </header>
)

/** The bar of the site's own pages, whose search is the palette. */
export const Header = () => (
  <HeaderBar
    tag={layoutTexts.tagline}
    find={layoutTexts.find}
    onFind={() => openPalette()}
    canUpgrade={useSession().user?.plan !== 'enterprise'}
  />
)

interface FooterLink {
  readonly href: string
  readonly name: string
  /** Whether the page is outside the router, so that the browser loads it as a separate page. */
  readonly isDocument?: true
}

// The spec lists these four tools; the catalogue has their names and addresses.
const popular = ['blacklist', 'mx', 'ping', 'whois'] as const

const shortNames: Readonly<Partial<Record<SitePageName, string>>> = layoutTexts.navigation

const pages = (...wanted: SitePageName[]): FooterLink[] =>
  wanted.map((page) => ({ href: sitePages[page].path, name: shortNames[page] ?? sitePages[page].name }))

const columns = (): { title: string; links: FooterLink[] }[] => [
  {
    title: footer.popularTools,
    links: popular.flatMap((name) => findTool(name) ?? []).map(({ path, name }) => ({ href: `/${path}`, name })),
  },
  {
    title: layoutTexts.use,
    links: [
      ...pages('mail-check', 'bulk', 'compare'),
      { href: '/help#scenarios', name: layoutTexts.scenarios },
      { href: '/docs/serve', name: layoutTexts.serve, isDocument: true },
    ],
  },
  {
    title: footer.account,
    links: [...pages('login', 'register', 'pricing'), { href: '/dashboard', name: labels.dashboard }],
  },
  {
    title: footer.support,
    links: [
      ...pages('help'),
      { href: '/docs', name: layoutTexts.docs, isDocument: true },
      ...pages('contact', 'privacy', 'terms'),
    ],
  },
]

// A band at the end of the page touches the footer, and needs no rule.
const FOOT =
  'mt-24 border-t-2 border-ink pt-10 pb-12 text-ui [main:has(>[data-band]:last-child)+&]:mt-0 [main:has(>[data-band]:last-child)+&]:border-t-0 print:hidden'

/** The footer of every public page. */
export const Footer = () => (
  <footer className={FOOT}>
    <div className="wrap grid grid-cols-[2fr_repeat(4,1fr)] gap-8 max-md:grid-cols-2">
      <div className="max-md:col-span-full">
        <Brand />
        <p className="mt-3 max-w-[34ch] text-ink-2">{layoutTexts.promise}</p>
        <p className="mt-4 text-sm text-ink-3">{footer.copyright}</p>
        <div className="mt-2 -ml-2 md:hidden">
          <ThemeSwitch />
        </div>
      </div>
      {columns().map(({ title, links }) => (
        <nav key={title} className="[&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:underline" aria-label={title}>
          <h2 className="mb-2.5 font-sans text-ui font-semibold tracking-normal">{title}</h2>
          <ul>
            {links.map(({ href, name, isDocument }) => (
              <li key={href} className="my-1">
                {isDocument ? <a href={href}>{name}</a> : <Link href={href}>{name}</Link>}
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)

/** The layout of every public page: a skip link, the bar, the world of the visit, the page, the footer. */
export const PublicLayout = ({ children }: { readonly children: ReactNode }) => {
  const tool = homeTool(useLocation()[0])
  // The form of a mailbox migration has no input of a tool.
  const toInput = tool !== undefined && tool.id !== 'email-migration'
  return (
    <>
      <SkipLink toInput={toInput} />
      <Header />
      <WorldStrip />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <OfflineHint />
    </>
  )
}
