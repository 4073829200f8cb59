import { badges, type Tool, type ToolDefinition } from '@netbox/core'
import { dashboardEntries, labels } from '@netbox/product'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { BackGlyph } from '../../components/ui/glyphs/section-glyphs.tsx'
import { focusHeading, lastArrival } from '../../lib/navigation.ts'
import { dashboardRunPath } from '../../lib/share-link.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolFeatures } from './tool-features.tsx'
import { ToolPanel } from './tool-panel.tsx'
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
