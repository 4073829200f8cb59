import { homeTool, type Tool } from '@netbox/core'
import { createElement, Suspense, useEffect } from 'react'
import { faultPart, FaultPlace } from '../features/faults/fault-place.tsx'
import { ToolHero } from '../features/home/tool-hero.tsx'
import { Picker } from '../features/picker/picker.tsx'
import { SelectATool } from '../features/picker/select-a-tool.tsx'
import { AbsentPart } from '../components/ui/page-failure.tsx'
import { deferred } from '../lib/deferred.ts'
import { focusHeading, lastArrival } from '../lib/navigation.ts'
import { useCode } from '../lib/use-code.ts'
import { whenTouched } from '../lib/when-visible.ts'
import type { PageProps } from './load-page.ts'
import { toolScreen, warmToolRun } from './tool-screens.ts'

const homeHero = deferred('src/features/home/home-hero.tsx', async () =>
  import('../features/home/home-hero.tsx').then(({ HomeHero }) => HomeHero),
)

/** Gives what a path shows above or below the picker: it belongs to what is prerendered. */
export const partsOf = (path: string) => {
  const tool = homeTool(path)
  return tool === undefined ? [homeHero, faultPart] : [toolScreen(tool)]
}

// Who moves over the cells is about to choose one.
const warmUp = (): void => void warmToolRun().catch(() => undefined)

/** Puts the keyboard where a chosen tool is used: at its input, or on a touch screen, where keys would cover it, at the head. */
const focusTool = (): void => {
  const input = document.querySelector('#tool-input')
  if (input instanceof HTMLElement && matchMedia('(pointer: fine)').matches) input.focus({ preventScroll: true })
  else focusHeading()
}

const Start = () => {
  const { Component, isAbsent, retry } = useCode(homeHero, { reload: true })
  if (Component === undefined) return isAbsent ? <AbsentPart onRetry={retry} /> : null
  return createElement(Component)
}

const ChosenTool = ({ tool }: { readonly tool: Tool }) => {
  const { Component, isAbsent, retry } = useCode(toolScreen(tool), { reload: true })
  const isHere = Component !== undefined
  useEffect(() => {
    if (isHere && lastArrival() === 'link') focusTool()
  }, [isHere])
  if (Component !== undefined) return createElement(Component, { tool })
  return <div className="screen-place">{isAbsent ? <AbsentPart onRetry={retry} /> : null}</div>
}

/**
 * The home page, with no tool chosen or with one. Nothing in it suspends: the boundaries are where bringing it to life may
 * pause, so that no part of it holds up a key or a tap.
 */
export const Page = ({ path }: PageProps) => {
  const tool = homeTool(path)
  // Whoever leaves a tool for the start finds it complete.
  useEffect(() => whenTouched(() => void homeHero.load().catch(() => undefined)), [])
  return (
    <>
      {tool === undefined ? <Start /> : <ToolHero tool={tool} />}
      <section
        className={tool === undefined ? 'picker wrap' : 'picker chosen wrap'}
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        <Suspense>
          <Picker chosen={tool} />
        </Suspense>
        {tool === undefined ? <SelectATool /> : null}
      </section>
      <Suspense>{tool === undefined ? <FaultPlace /> : <ChosenTool key={tool.id} tool={tool} />}</Suspense>
    </>
  )
}
