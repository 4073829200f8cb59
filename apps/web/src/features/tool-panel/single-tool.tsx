import { type Tool, type ToolDefinition, tools } from '@netbox/core'
import { dashboardEntries, labels, notices } from '@netbox/product'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { SignalLine } from '../../components/stages/stage-list.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { BackGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { lastArrival } from '../../lib/page/navigation.ts'
import { focusHeading } from '../../lib/page/page-start.ts'
import { dashboardRunPath, toolPagePath } from '../../lib/runs/run-links.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { ProMark, ToolFeatures, ToolPanel } from './tool-panel.tsx'

const backOf = ({ dashboard, picker }: ToolDefinition) => {
  const category = dashboard ?? picker?.category
  return category === undefined
    ? { href: '/dashboard', name: labels.backToDashboard }
    : { href: `/dashboard/${category}`, name: toolPanelTexts.backTo(dashboardEntries[category]) }
}

const SingleTool = ({ tool }: { readonly tool: Tool & ToolDefinition }) => {
  const back = backOf(tool)
  useEffect(() => {
    if (lastArrival() === 'link') focusHeading()
  }, [])
  return (
    <>
      <header>
        <p className="mb-2.5 text-ui">
          <Link className="inline-flex min-h-8 items-center gap-2" href={back.href}>
            <BackGlyph />
            {back.name}
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="text-3xl tracking-hero">{tool.name}</h1>
          <ProMark tool={tool} />
        </div>
        <p className="muted mt-1.5 max-w-text">{tool.description}</p>
        <ToolFeatures tool={tool} most={5} />
      </header>
      <ToolPanel tool={tool} title="input" pathOf={dashboardRunPath} />
    </>
  )
}

// Shows that the tool does not exist.
const ToolNotFound = () => (
  <section>
    <h1 className="text-3xl tracking-hero">{notices.toolNotFound.title}</h1>
    <p className="muted mt-1.5">{notices.toolNotFound.message}</p>
    <SignalLine className="my-5 w-[260px] max-w-full">
      <path d="M12 20h80" />
      <path d="M100 20h128" stroke="var(--color-control)" strokeWidth="1.5" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" stroke="var(--color-control)" strokeWidth="1.5" strokeDasharray="3 2.5" />
    </SignalLine>
    <ButtonLink href="/dashboard">{labels.backToDashboard}</ButtonLink>
  </section>
)

/** The page at `/tools/{tool}`. */
export const ToolPage = ({ path }: { readonly path: string }) => {
  const tool = tools.find((known) => toolPagePath(known) === path.replace(/\/+$/, ''))
  return tool === undefined ? <ToolNotFound /> : <SingleTool key={tool.id} tool={tool} />
}
