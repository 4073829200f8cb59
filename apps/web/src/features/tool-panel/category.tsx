import { type dashboardCategories, dashboardEntries, dashboardTools, notices, type Tool } from '@netbox/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Tabs } from '../../components/ui/tabs.tsx'
import { focusHeading, lastArrival } from '../../lib/navigation.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { useViewer } from '../../lib/viewer.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolPanel } from './tool-panel.tsx'
import '../../components/report/states.css'
import './category.css'

/** A category of the dashboard. */
export type Category = (typeof dashboardCategories)[number]

const TabLabel = ({ tool }: { readonly tool: Tool }) => (
  <>
    {tool.name} <small>{tool.input.type}</small>
  </>
)

const NoTools = () => (
  <section className="card emp no-tools">
    <svg
      className="stateline"
      viewBox="0 0 260 40"
      fill="none"
      stroke="var(--control)"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="12" cy="20" r="8" strokeDasharray="3 2.5" />
      <path d="M20 20h208" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" strokeDasharray="3 2.5" />
    </svg>
    <h2>{notices.noTools.title}</h2>
    <p>{notices.noTools.message}</p>
  </section>
)

const Runner = ({ tools }: { readonly tools: readonly Tool[] }) => {
  const [chosen, choose] = useState<string>(tools[0]?.id ?? '')
  return (
    <Tabs
      label={toolPanelTexts.tabs}
      className="tool-tabs"
      selected={chosen}
      onSelect={choose}
      // Every tool begins anew: what was asked of another one, and what came of it, is gone.
      tabs={tools.map((tool) => ({
        id: tool.id,
        label: <TabLabel tool={tool} />,
        content: <ToolPanel key={tool.id} tool={tool} title="h2" />,
        focusable: false,
      }))}
    />
  )
}

/** The page of a category: its tools in tabs, and the place where the chosen one runs. */
export const Category = ({ category }: { readonly category: Category }) => {
  const plan = useViewer()?.user.plan ?? 'free'
  const tools = dashboardTools(category)
  useEffect(() => {
    // From one category to the next the page stays the same one for the router.
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header className="cat-h">
        <h1>{dashboardEntries[category]}</h1>
        <p className="muted">{toolPanelTexts.about[category]}</p>
        <p className="cat-facts">
          <span className="chip">{toolPanelTexts.tools(tools.length)}</span>
          <span className="chip">{toolPanelTexts.planOf(plan)}</span>
          {category === 'email' ? <Link href={VERIFICATIONS_PATH}>{toolPanelTexts.verifications}</Link> : null}
        </p>
      </header>
      {tools.length === 0 ? <NoTools /> : <Runner tools={tools} />}
    </>
  )
}
