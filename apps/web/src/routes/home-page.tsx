import { homeTool, type Tool } from '@netbox/core'
import { createElement, Suspense, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { ToolHero } from '../features/home/tool-hero.tsx'
import { Picker } from '../features/picker/picker.tsx'
import { isSharedReport } from '../lib/world/world.ts'
import { lazyPart } from '../lib/page/lazy-part.ts'
import { lastArrival } from '../lib/page/navigation.ts'
import { focusHeading } from '../lib/page/page-start.ts'
import { HomeHero, type PageProps, toolScreen, warmToolRun } from './pages.ts'

// The code of the tool screens loads when the pointer is over the cells, because a choice may follow.
const warmUp = (): void => void warmToolRun().catch(() => undefined)

/** Moves the focus to the input of a chosen tool, or, on a touch screen, to the heading, because a keyboard would cover the page. */
const focusTool = (): void => {
  const input = document.querySelector('#tool-input')
  if (input instanceof HTMLElement && matchMedia('(pointer: fine)').matches) input.focus({ preventScroll: true })
  else focusHeading()
}

const ChosenTool = ({ tool }: { readonly tool: Tool }) => {
  useEffect(() => {
    if (lastArrival() === 'link') focusTool()
  }, [])
  return createElement(toolScreen(tool), { tool })
}

const SharedReport = lazyPart(async () => (await import('../features/shared-report/shared-report.tsx')).SharedReport)

/** Returns whether the visitor has opened somebody's link to a report and not yet continued to the form, and a function that continues to it. */
const useOpenedLink = () => {
  const search = useSearch()
  const [left, leave] = useState<string>()
  // During prerendering and hydration, there is no query yet.
  const isOpened = search !== '' && isSharedReport() && location.search !== left
  return { isOpened, leave: () => leave(location.search) }
}

// Somebody's link shows a report without a form, so the prerendered form is invisible until the page knows. The visitor's own run has the form
// and its report, whose place is taller than most reports, so that the browser finds its scroll position.
const OPENED = `in-[[data-opened='']]:invisible in-[[data-opened='']]:min-h-screen in-[[data-opened=own]]:min-h-[600vh]`

/** The home page, with no tool chosen or with one. */
export const HomePage = ({ path }: PageProps) => {
  const tool = homeTool(path)
  // Until the attribute is removed, the styles hide everything except the report of somebody's link.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['opened'] === '') delete dataset['opened']
  }, [])
  const { isOpened, leave } = useOpenedLink()
  if (tool !== undefined && isOpened)
    return (
      <Suspense fallback={<div className="min-h-screen" />}>
        <SharedReport tool={tool} onRunAgain={leave} />
      </Suspense>
    )
  return (
    <div className={tool === undefined ? undefined : OPENED}>
      {tool === undefined ? <HomeHero /> : <ToolHero tool={tool} />}
      <section
        className={`wrap print:[main:has([data-report])_&]:hidden ${tool === undefined ? 'pt-16 max-md:pt-9' : 'pt-7'}`}
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        {/* The picker does not suspend: hydration pauses here, so that it delays no key press or tap. */}
        <Suspense>
          <Picker chosen={tool} />
        </Suspense>
      </section>
      {tool === undefined ? null : <ChosenTool key={tool.id} tool={tool} />}
    </div>
  )
}
