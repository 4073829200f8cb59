import { homeTool, type Tool } from '@netbox/core'
import { createElement, Suspense, useEffect } from 'react'
import { ToolHero } from '../features/home/tool-hero.tsx'
import { Picker } from '../features/picker/picker.tsx'
import type { SharedReportProps } from '../features/shared-report/shared-report.tsx'
import { type Deferred, deferred } from '../lib/deferred.ts'
import { focusHeading, lastArrival } from '../lib/navigation.ts'
import { useOpenedLink } from '../lib/opened-link.ts'
import { useCode } from '../lib/use-code.ts'
import { whenTouched } from '../lib/when-visible.ts'
import type { PageProps } from './load-page.ts'
import { toolScreen, warmToolRun } from './tool-screens.ts'
import * as placeStyles from '../components/ui/place.module.css'
import * as pickerStyles from '../features/picker/picker.module.css'

const homeHero = deferred('src/features/home/home-hero.tsx', async () =>
  import('../features/home/home-hero.tsx').then(({ HomeHero }) => HomeHero),
)

const selectATool = deferred('src/features/picker/select-a-tool.tsx', async () =>
  import('../features/picker/select-a-tool.tsx').then(({ SelectATool }) => SelectATool),
)

const faultPlace = deferred('src/features/faults/fault-place.tsx', async () =>
  import('../features/faults/fault-place.tsx').then(({ FaultPlace }) => FaultPlace),
)

// The path is the key of the file in the build's manifest. The prerendered page links the styles of the file, even if its code loads later.
const faultStyles = { source: 'src/features/faults/fault-band.tsx', load: async (): Promise<void> => undefined }

/** Returns the parts of a path's prerendered page that load separately: the content above and below the picker. */
export const partsOf = (path: string) => {
  const tool = homeTool(path)
  return tool === undefined ? [homeHero, selectATool, faultPlace, faultStyles] : [toolScreen(tool)]
}

// The code of the tool screens loads when the pointer is over the cells, because a choice may follow.
const warmUp = (): void => void warmToolRun().catch(() => undefined)

/** Moves the focus to the input of a chosen tool, or, on a touch screen, to the heading, because a keyboard would cover the page. */
const focusTool = (): void => {
  const input = document.querySelector('#tool-input')
  if (input instanceof HTMLElement && matchMedia('(pointer: fine)').matches) input.focus({ preventScroll: true })
  else focusHeading()
}

const Start = () => {
  const { Component } = useCode(homeHero, { isPage: true })
  return Component === undefined ? null : createElement(Component)
}

const ChosenTool = ({ tool }: { readonly tool: Tool }) => {
  const { Component } = useCode(toolScreen(tool), { isPage: true })
  const isHere = Component !== undefined
  useEffect(() => {
    if (isHere && lastArrival() === 'link') focusTool()
  }, [isHere])
  return Component === undefined ? <div className={placeStyles.screenPlace} /> : createElement(Component, { tool })
}

/** An optional part of the start page below the picker. */
const StartPart = ({ part }: { readonly part: Deferred<object> }) => {
  const { Component } = useCode(part)
  return Component === undefined ? null : createElement(Component)
}

const sharedReport = deferred<SharedReportProps>('src/features/shared-report/shared-report.tsx', async () =>
  import('../features/shared-report/shared-report.tsx').then(({ SharedReport }) => SharedReport),
)

const OpenedLink = (props: SharedReportProps) => {
  const { Component } = useCode(sharedReport, { isPage: true })
  return Component === undefined ? <div className={placeStyles.openedPlace} /> : createElement(Component, props)
}

/**
 * The home page, with no tool chosen or with one. Nothing in the page suspends: its boundaries only let hydration pause, so that no part
 * delays a key press or a tap.
 */
export const Page = ({ path }: PageProps) => {
  const tool = homeTool(path)
  // Loads the rest of the home page for a visitor who returns to it from a tool.
  useEffect(() => whenTouched(() => void homeHero.load().catch(() => undefined)), [])
  // Until the attribute is removed, the styles hide everything except the report of somebody's link.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['opened'] === '') delete dataset['opened']
  }, [])
  const { isOpened, leave } = useOpenedLink()
  if (tool !== undefined && isOpened) return <OpenedLink tool={tool} onRunAgain={leave} />
  return (
    <>
      {tool === undefined ? <Start /> : <ToolHero tool={tool} />}
      <section
        className={
          tool === undefined ? `${pickerStyles.picker} wrap` : `${pickerStyles.picker} ${pickerStyles.chosen} wrap`
        }
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        <Suspense>
          <Picker chosen={tool} />
        </Suspense>
        {tool === undefined ? <StartPart part={selectATool} /> : null}
      </section>
      <Suspense>
        {tool === undefined ? <StartPart part={faultPlace} /> : <ChosenTool key={tool.id} tool={tool} />}
      </Suspense>
    </>
  )
}
