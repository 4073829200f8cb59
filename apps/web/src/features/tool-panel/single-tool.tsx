import { badges, type Tool, type ToolDefinition } from '@netbox/core'
import { dashboardEntries, labels, notices } from '@netbox/product'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { SignalLine } from '../../components/trace/signal-line.tsx'
import { BackGlyph } from '../../components/ui/glyphs/section-glyphs.tsx'
import { focusHeading, lastArrival } from '../../lib/navigation.ts'
import { dashboardRunPath } from '../../lib/share-link.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolFeatures } from './tool-features.tsx'
import { ToolPanel } from './tool-panel.tsx'
import * as button from '../../components/ui/button.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as styles from './category.module.css'

const backOf = ({ dashboard }: ToolDefinition) =>
  dashboard === undefined
    ? { href: '/dashboard', name: labels.backToDashboard }
    : { href: `/dashboard/${dashboard}`, name: toolPanelTexts.backTo(dashboardEntries[dashboard]) }

/** The page of one tool. */
export const SingleTool = ({ tool }: { readonly tool: Tool & ToolDefinition }) => {
  const back = backOf(tool)
  useEffect(() => {
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header className={styles.catH}>
        <p className={styles.back}>
          <Link href={back.href}>
            <BackGlyph />
            {back.name}
          </Link>
        </p>
        <div className={styles.catT}>
          <h1>{tool.name}</h1>
          {tool.free ? null : (
            <span className={`${chipStyles.chip} ${chipStyles.solid}`} data-chip>
              {badges.pro}
            </span>
          )}
        </div>
        <p className="muted">{tool.description}</p>
        <ToolFeatures tool={tool} most={5} />
      </header>
      <ToolPanel tool={tool} title="input" pathOf={dashboardRunPath} />
    </>
  )
}

/** Shows that the tool does not exist. */
export const ToolNotFound = () => (
  <section className={styles.catH}>
    <h1>{notices.toolNotFound.title}</h1>
    <p className="muted">{notices.toolNotFound.message}</p>
    <SignalLine className={styles.gone}>
      <path d="M12 20h80" />
      <path d="M100 20h128" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="3 2.5" />
    </SignalLine>
    <Link className={button.btn} href="/dashboard">
      {labels.backToDashboard}
    </Link>
  </section>
)
