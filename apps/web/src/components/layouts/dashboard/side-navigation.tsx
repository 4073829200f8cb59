import type { User } from '@netbox/contract'
import { dashboardCategories, dashboardTools } from '@netbox/core'
import { dashboardEntries, labels } from '@netbox/product'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { accountName, historyName } from '../../../texts/page-names.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { type Section, SectionGlyph } from '../../ui/glyphs/section-glyphs.tsx'
import { Brand } from '../brand.tsx'
import * as button from '../../ui/button.module.css'
import * as styles from './side-navigation.module.css'

const EDGE = 16

const sections = ['overview', ...dashboardCategories] as const
// The product's own entries, below those of the specification.
const personal = ['history', 'account'] as const

const names: Readonly<Record<Section, string>> = { ...dashboardEntries, history: historyName, account: accountName }

const pathOf = (section: Section): string => (section === 'overview' ? '/dashboard' : `/dashboard/${section}`)

const countOf = (section: Section): string => {
  if (section === 'overview' || section === 'history' || section === 'account') return ''
  const count = dashboardTools(section).length
  return count === 0 ? dashboardTexts.soon : String(count)
}

const Entry = ({ section, isCurrent }: { readonly section: Section; readonly isCurrent: boolean }) => {
  const hint = dashboardTexts.hints[section]
  return (
    <li>
      <Link href={pathOf(section)} aria-current={isCurrent ? 'page' : undefined}>
        <i className={styles.nd} />
        <SectionGlyph section={section} />
        <span>
          {names[section]}
          {hint === '' ? null : <small>{hint}</small>}
        </span>
        <em>{countOf(section)}</em>
      </Link>
    </li>
  )
}

const PlanFoot = ({ user: { plan } }: { readonly user: User }) => (
  <div className={styles.sbf}>
    <p>
      <b>{dashboardTexts.planOf(plan)}</b>
    </p>
    <p>{dashboardTexts.limitsOf(plan)}</p>
    {plan === 'enterprise' ? null : (
      <Link className={`${button.btn} sm`} href="/pricing">
        {labels.upgradePlan}
      </Link>
    )}
  </div>
)

/** The sections of the dashboard as stops on a line, with the plan at its end. */
export const SideNavigation = ({ user }: { readonly user: User | undefined }) => {
  const [path] = useLocation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On narrow screens the entries are a scrolling row, and the current one must be visible.
    const current = list.current?.querySelector(`[href="${path}"]`)
    if (list.current !== null && current instanceof HTMLElement) list.current.scrollLeft = current.offsetLeft - EDGE
  }, [path])
  return (
    <aside className={styles.sb} aria-label={dashboardTexts.side}>
      <Brand />
      <nav ref={list} aria-label={dashboardTexts.navigation}>
        <ul>
          {sections.map((section) => (
            <Entry key={section} section={section} isCurrent={pathOf(section) === path} />
          ))}
        </ul>
        <ul className={styles.nav2}>
          {personal.map((section) => (
            <Entry key={section} section={section} isCurrent={pathOf(section) === path} />
          ))}
        </ul>
      </nav>
      {user === undefined ? null : <PlanFoot user={user} />}
    </aside>
  )
}
