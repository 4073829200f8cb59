import { type dashboardCategories, dashboardTools, type Tool } from '@netbox/core'
import { dashboardEntries, notices } from '@netbox/product'
import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { EmptySheet } from '../../components/report/state-sheets.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { focusHeading, lastArrival } from '../../lib/navigation.ts'
import { tabPath, tabRunPath } from '../../lib/share-link.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { useViewer } from '../../lib/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolPanel } from './tool-panel.tsx'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as styles from './category.module.css'

/** A category of the dashboard. */
export type Category = (typeof dashboardCategories)[number]

const TabLabel = ({ tool }: { readonly tool: Tool }) => (
  <>
    {tool.name} <small>{tool.input.type}</small>
  </>
)

/** Stores the chosen tool in the address, so that a reload and the back button restore it. */
const useTool = (category: Category, tools: readonly Tool[]) => {
  const [, go] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('tool')
  const { id: chosen } = tools.find(({ id }) => id === asked) ?? { id: tools[0]?.id ?? '' }
  const choose = (id: string): void => {
    if (id !== chosen) go(tabPath(category, id), { replace: true })
  }
  return { chosen, choose }
}

const Runner = ({ category, tools }: { readonly category: Category; readonly tools: readonly Tool[] }) => {
  const { chosen, choose } = useTool(category, tools)
  return (
    <Tabs
      label={toolPanelTexts.tabs}
      className={styles.toolTabs}
      selected={chosen}
      onSelect={choose}
      // Every tool starts fresh, without the input and result of the previous tool.
      tabs={tools.map((tool) => ({
        id: tool.id,
        label: <TabLabel tool={tool} />,
        content: <ToolPanel key={tool.id} tool={tool} title="h2" pathOf={(run) => tabRunPath(category, run)} />,
        focusable: false,
      }))}
    />
  )
}

/** The page of a category: its tools in tabs, and the chosen tool. */
export const Category = ({ category }: { readonly category: Category }) => {
  const plan = useViewer()?.user.plan ?? 'free'
  const tools = dashboardTools(category)
  useEffect(() => {
    // The router treats all categories as the same page, so it does not move the focus.
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header className={styles.catH}>
        <h1>{dashboardEntries[category]}</h1>
        <p className="muted">{toolPanelTexts.about[category]}</p>
        <p className={styles.catFacts}>
          <span className={chipStyles.chip}>{toolPanelTexts.tools(tools.length)}</span>
          <span className={chipStyles.chip}>{dashboardTexts.planOf(plan)}</span>
          {category === 'email' ? <Link href={VERIFICATIONS_PATH}>{toolPanelTexts.verifications}</Link> : null}
        </p>
      </header>
      {tools.length === 0 ? (
        <EmptySheet className={styles.noTools} {...notices.noTools} />
      ) : (
        <Runner category={category} tools={tools} />
      )}
    </>
  )
}
