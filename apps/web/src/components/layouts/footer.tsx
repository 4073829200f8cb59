import { findTool } from '@netbox/core'
import { footer, labels } from '@netbox/product'
import { Link } from 'wouter'
import { layoutTexts } from '../../texts/layout.ts'
import { pageNames } from '../../texts/page-names.ts'
import { Brand, ThemeSwitch } from './frame.tsx'

interface FooterLink {
  readonly href: string
  readonly name: string
  /** Whether the page is outside the router, so that the browser loads it as a separate page. */
  readonly isDocument?: true
}

// The spec lists these four tools; the catalogue has their names and addresses.
const popular = ['blacklist', 'mx', 'ping', 'whois'] as const

const names = { ...pageNames, ...layoutTexts.navigation }

const pages = (...wanted: (keyof typeof pageNames)[]): FooterLink[] =>
  wanted.map((page) => ({ href: `/${page}`, name: names[page] }))

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
