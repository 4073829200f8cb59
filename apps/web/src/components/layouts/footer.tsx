import { findTool } from '@netbox/core'
import { footer, labels } from '@netbox/product'
import { Link } from 'wouter'
import { layoutTexts } from '../../texts/layout.ts'
import { pageNames } from '../../texts/page-names.ts'
import { Brand } from './brand.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import * as styles from './footer.module.css'

interface FooterLink {
  readonly href: string
  readonly name: string
  /** Whether the page is outside the router, so that the browser loads it as a separate page. */
  readonly isDocument?: true
}

// The spec lists these four tools; the catalogue has their names and addresses.
const popular = ['blacklist', 'mx', 'ping', 'whois'] as const

const pages = (...names: (keyof typeof pageNames)[]): FooterLink[] =>
  names.map((name) => ({ href: `/${name}`, name: pageNames[name] }))

const columns = (): { title: string; links: FooterLink[] }[] => [
  {
    title: footer.popularTools,
    links: popular.flatMap((name) => findTool(name) ?? []).map(({ path, name }) => ({ href: `/${path}`, name })),
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

/** The footer of every public page. */
export const Footer = () => (
  <footer className={styles.foot}>
    <div className="wrap">
      <div>
        <Brand />
        <p className={`muted ${styles.footPromise}`}>{layoutTexts.promise}</p>
        <p className={`quiet sm ${styles.footCopyright}`}>{footer.copyright}</p>
        <div className={styles.footTheme}>
          <ThemeSwitch />
        </div>
      </div>
      {columns().map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(({ href, name, isDocument }) => (
              <li key={href}>{isDocument ? <a href={href}>{name}</a> : <Link href={href}>{name}</Link>}</li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)
