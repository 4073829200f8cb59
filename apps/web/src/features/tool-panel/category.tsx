import { type dashboardCategories, dashboardTools, type Tool } from '@netbox/core'
import { dashboardEntries, notices } from '@netbox/product'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { EmptySheet } from '../../components/report/state-sheets.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { focusHeading, lastArrival } from '../../lib/navigation.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { useViewer } from '../../lib/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolPanel } from './tool-panel.tsx'
import './category.css'

/** A category of the dashboard. */
export type Category = (typeof dashboardCategories)[number]

const TabLabel = ({ tool }: { readonly tool: Tool }) => (
  <>
    {tool.name} <small>{tool.input.type}</small>
  </>
)

const Runner = ({ tools }: { readonly tools: readonly Tool[] }) => {
  const [chosen, choose] = useState<string>(tools[0]?.id ?? '')
  return (
    <Tabs
      label={toolPanelTexts.tabs}
      className="tool-tabs"
      selected={chosen}
      onSelect={choose}
      // Every tool starts fresh, without the input and result of the previous tool.
      tabs={tools.map((tool) => ({
        id: tool.id,
        label: <TabLabel tool={tool} />,
        content: <ToolPanel key={tool.id} tool={tool} title="h2" />,
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
    // The router treats all categories as the same page.
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header className="cat-h">
        <h1>{dashboardEntries[category]}</h1>
        <p className="muted">{toolPanelTexts.about[category]}</p>
        <p className="cat-facts">
          <span className="chip">{toolPanelTexts.tools(tools.length)}</span>
          <span className="chip">{dashboardTexts.planOf(plan)}</span>
          {category === 'email' ? <Link href={VERIFICATIONS_PATH}>{toolPanelTexts.verifications}</Link> : null}
        </p>
      </header>
      {tools.length === 0 ? <EmptySheet className="no-tools" {...notices.noTools} /> : <Runner tools={tools} />}
    </>
  )
}
