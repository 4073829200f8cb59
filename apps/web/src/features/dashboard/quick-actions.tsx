import { dashboardTools } from '@netbox/core'
import { dashboardEntries } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { overviewTexts } from '../../texts/overview.ts'
import * as styles from './quick-actions.module.css'

const actions = ['network', 'dns', 'email', 'security'] as const

// One line runs through all four drawings: in each, it begins and ends at half the height.
const stations: Readonly<Record<(typeof actions)[number], ReactNode>> = {
  network: (
    <>
      <path d="M0 44h44V18h46v58h46V10h46v34h118" />
      <path className={styles.node} d="M39 13h10v10H39zM85 71h10v10H85zM131 5h10v10h-10zM177 39h10v10h-10z" />
    </>
  ),
  dns: (
    <>
      <path d="M0 44h60l28-30h64l28 30h120M60 44l28 30h64l28-30M60 44h120" />
      <path
        className={styles.node}
        d="M95 9h10v10H95zM135 9h10v10h-10zM115 39h10v10h-10zM95 69h10v10H95zM135 69h10v10h-10z"
      />
    </>
  ),
  email: (
    <>
      <path d="M0 44h70M138 44h162M176 30l16 14-16 14" />
      <path className={styles.ink} d="M76 20h62v48H76zM76 20l31 26 31-26" />
    </>
  ),
  security: (
    <>
      <path d="M0 44h40c16-40 40-40 56 0s40 40 56 0 40-40 56 0h92" />
      <path className={styles.ink} d="M40 44c16 40 40 40 56 0s40-40 56 0 40 40 56 0" />
      <path className={styles.node} d="M35 39h10v10H35zM203 39h10v10h-10z" />
    </>
  ),
}

/** The four links from the overview to the tools, on one line. */
export const QuickActions = () => (
  <section className={styles.qa} aria-labelledby="quick-actions">
    <h2 id="quick-actions">{overviewTexts.quickActions}</h2>
    <div>
      {actions.map((id) => (
        <Link key={id} href={`/dashboard/${id}`}>
          <svg viewBox="0 0 300 88" preserveAspectRatio="none" aria-hidden="true">
            {stations[id]}
          </svg>
          <b>{dashboardEntries[id]}</b>
          <span>{overviewTexts.quick[id]}</span>
          <em>{overviewTexts.toolCount(dashboardTools(id).length)}</em>
        </Link>
      ))}
    </div>
  </section>
)
