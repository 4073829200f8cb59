import {
  findTool,
  limitsTable,
  pickerCategories,
  pickerTools,
  plans,
  type Scenario,
  scenarioLessons,
  scenarios,
  showLimit,
  type Tool,
  type ToolId,
  tools,
} from '@netbox/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Key } from '../../components/ui/find-key.tsx'
import { helpTexts, keysTexts } from '../../texts/help.ts'
import { Blocks, InfoPage, InfoTable } from './info-page.tsx'

const rowOf = (tool: Tool, hasPage: boolean) => [
  hasPage ? (
    <Link key="name" href={`/${tool.path}`}>
      {tool.name}
    </Link>
  ) : (
    tool.name
  ),
  tool.question,
  tool.input.type,
]

/** Every tool of the catalogue, with its question and its input. */
const HelpTools = () => {
  const shown = new Set(pickerCategories.flatMap(pickerTools))
  const others = tools.filter((tool) => !shown.has(tool))
  return (
    <>
      {pickerCategories.map((category) => (
        <div key={category}>
          <h3 className="mt-4 mb-2 text-md">{helpTexts.categories[category]}</h3>
          <InfoTable
            label={helpTexts.categories[category]}
            head={helpTexts.toolHead}
            rows={pickerTools(category).map((tool) => rowOf(tool, true))}
          />
        </div>
      ))}
      {others.length === 0 ? null : (
        <div>
          <h3 className="mt-4 mb-2 text-md">{helpTexts.more}</h3>
          <InfoTable label={helpTexts.more} head={helpTexts.toolHead} rows={others.map((tool) => rowOf(tool, false))} />
        </div>
      )}
    </>
  )
}

// Returns the tools that show a scenario and whose pages accept one.
const shownBy = ({ findings }: Scenario): { id: string; name: string; path: string }[] =>
  // The cast is safe, because the keys of a scenario's findings are tool ids.
  (Object.keys(findings) as ToolId[]).flatMap((id) => {
    const tool = findTool(id)
    if (tool === undefined || !('picker' in tool) || tool.picker === undefined) return []
    return 'requiresLogin' in tool.picker ? [] : [{ id, name: tool.name, path: tool.path }]
  })

/** Every scenario with its lesson and the tools that show it. */
const HelpScenarios = () => (
  <dl className="border-t-2 border-ink">
    {scenarios.map((scenario) => {
      const { name, title } = scenario
      const shownTools = shownBy(scenario)
      return (
        <div
          key={name}
          id={`scenario-${name}`}
          className="grid scroll-mt-4 grid-cols-[190px_minmax(0,1fr)] gap-x-6 gap-y-1 border-rule py-3 not-first:border-t max-md:grid-cols-1"
        >
          <dt className="font-medium">
            <code>{name}</code>
          </dt>
          <dd className="text-ink-2">
            <b className="font-semibold text-ink">{title}.</b> {scenarioLessons[name]}
            <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm [&>a]:py-0.5">
              {shownTools.map(({ id, name: tool, path }) => (
                <Link key={id} href={`/${path}?scenario=${name}`}>
                  {tool}
                </Link>
              ))}
              {shownTools.length === 0 ? <span className="quiet">{helpTexts.noFault}</span> : null}
            </span>
          </dd>
        </div>
      )
    })}
  </dl>
)

const Limits = () => (
  <InfoTable
    label={helpTexts.limitsTable}
    head={[helpTexts.limitsHead, ...plans.map(({ name }) => name)]}
    rows={limitsTable().map((row) => [row.name, ...plans.map(({ id }) => showLimit(row[id]))])}
    hasNumbers
  />
)

const Keys = () => (
  <InfoTable
    label={keysTexts.title}
    head={keysTexts.head}
    rows={keysTexts.keys.map(([key, does]) => [<Key key="key">{key}</Key>, does])}
  />
)

const more: Readonly<Partial<Record<string, ReactNode>>> = {
  tools: <HelpTools />,
  scenarios: <HelpScenarios />,
  limits: <Limits />,
  keyboard: <Keys />,
}

const sections = Object.entries(helpTexts.sections).map(([id, { title, blocks }]) => ({
  id,
  title,
  body: (
    <>
      <Blocks blocks={blocks} />
      {more[id]}
    </>
  ),
}))

/** The help page: explanations, and tables generated from the catalogue. */
export const Help = () => <InfoPage title={helpTexts.title} lede={helpTexts.lede} sections={sections} hasContents />
