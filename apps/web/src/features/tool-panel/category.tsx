import { badges, dashboardCategories, dashboardTools, type Tool, tools as allTools } from '@netbox/core'
import { accessNotices, dashboardEntries, notices } from '@netbox/product'
import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { EmptySheet } from '../../components/report/state-sheets.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { SELECTED, Tabs } from '../../components/ui/tabs.tsx'
import { ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { lastArrival } from '../../lib/page/navigation.ts'
import { focusHeading } from '../../lib/page/page-start.ts'
import { tabPath, tabRunPath, toolPagePath, VERIFICATIONS_PATH } from '../../lib/runs/run-links.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ToolPanel } from './tool-panel.tsx'

const upgrade = accessNotices.upgrade_required

type Category = (typeof dashboardCategories)[number]

const TabLabel = ({ tool }: { readonly tool: Tool }) => (
  <>
    {tool.name} <small className="block text-sm font-normal">{tool.input.type}</small>
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

// The tools that the picker has in a category and the dashboard in none.
const otherTools = (category: Category): readonly Tool[] =>
  allTools.filter(({ dashboard, picker }) => dashboard === undefined && picker?.category === category)

/** A tool outside the tabs, with a link to its page, or to the plans that include it. */
const OtherTool = ({ tool }: { readonly tool: Tool }) => {
  const plan = useViewer()?.user.plan ?? 'free'
  const isOpen = tool.free || plan !== 'free'
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border border-t-0 border-rule px-3 py-2 text-ui [&>svg]:size-5">
      <ToolGlyph tool={tool.id} />
      <b>{tool.name}</b>
      <Chip variant="solid">{badges.pro}</Chip>
      <span className="muted">{tool.description}</span>
      <ButtonLink isSmall className="ml-auto" href={isOpen ? toolPagePath(tool) : upgrade.href}>
        {isOpen ? toolPanelTexts.open : upgrade.link}
      </ButtonLink>
    </p>
  )
}

// The tabs of a category are cells of a table, because a category has up to nine tools.
const CELLS = {
  list: 'mt-7 grid grid-cols-[repeat(auto-fill,minmax(min(100%,148px),1fr))] border-t-2 border-l border-rule border-t-ink max-md:grid-cols-2',
  tab: `min-h-[52px] border-0 border-r border-b border-rule bg-sheet px-3 py-2 text-left text-ui leading-ui hover:inset-ring-2 hover:inset-ring-signal focus-visible:z-1 ${SELECTED}`,
}

const Runner = ({ category, tools }: { readonly category: Category; readonly tools: readonly Tool[] }) => {
  const { chosen, choose } = useTool(category, tools)
  return (
    <Tabs
      label={toolPanelTexts.tabs}
      look={CELLS}
      selected={chosen}
      onSelect={choose}
      // Every tool starts fresh, without the input and result of the previous tool.
      tabs={tools.map((tool) => ({
        id: tool.id,
        label: <TabLabel tool={tool} />,
        content: (
          <>
            {otherTools(category).map((other) => (
              <OtherTool key={other.id} tool={other} />
            ))}
            <ToolPanel key={tool.id} tool={tool} title="h2" pathOf={(run) => tabRunPath(category, run)} />
          </>
        ),
        focusable: false,
      }))}
    />
  )
}

/** The page of a category: its tools in tabs, and the chosen tool. */
const CategoryTools = ({ category }: { readonly category: Category }) => {
  const plan = useViewer()?.user.plan ?? 'free'
  const tools = dashboardTools(category)
  useEffect(() => {
    // The router treats all categories as the same page, so it does not move the focus.
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header>
        <h1 className="text-3xl tracking-hero">{dashboardEntries[category]}</h1>
        <p className="muted mt-1.5 max-w-text">{toolPanelTexts.about[category]}</p>
        <p className="mt-3.5 flex flex-wrap items-center gap-1.5">
          <Chip>{toolPanelTexts.tools(tools.length)}</Chip>
          <Chip>{dashboardTexts.planOf(plan)}</Chip>
          {category === 'email' ? (
            <Link className="ml-2 text-ui" href={VERIFICATIONS_PATH}>
              {toolPanelTexts.verifications}
            </Link>
          ) : null}
        </p>
      </header>
      {tools.length === 0 ? (
        <EmptySheet className="mt-7" {...notices.noTools} />
      ) : (
        <Runner category={category} tools={tools} />
      )}
    </>
  )
}

/** The page at `/dashboard/{category}`. */
export const CategoryPage = ({ path }: { readonly path: string }) => {
  const category = dashboardCategories.find((known) => path.startsWith(`/dashboard/${known}`))
  // No other path leads to this page.
  return category === undefined ? null : <CategoryTools key={category} category={category} />
}
