import { homeTool, type Tool } from '@netbox/core'
import { createElement, Suspense, useEffect } from 'react'
import { faultPart, FaultPlace } from '../features/faults/fault-place.tsx'
import { ToolHero } from '../features/home/tool-hero.tsx'
import { Picker } from '../features/picker/picker.tsx'
import { SelectATool } from '../features/picker/select-a-tool.tsx'
import { deferred } from '../lib/deferred.ts'
import { focusHeading, lastArrival } from '../lib/navigation.ts'
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

// After an update of the site its old files are gone: the browser gets the new ones with the page.
const loadHero = (): void => void homeHero.load().catch(() => location.reload())

const Start = () => {
  const Hero = homeHero.use()
  useEffect(loadHero, [])
  return Hero === undefined ? null : createElement(Hero)
}

const ChosenTool = ({ tool }: { readonly tool: Tool }) => {
  const screen = toolScreen(tool)
  const Screen = screen.use()
  const isHere = Screen !== undefined
  useEffect(() => {
    // After an update of the site its old files are gone: the browser gets the new ones with the page.
    if (!isHere) screen.load().catch(() => location.reload())
    else if (lastArrival() === 'link') focusTool()
  }, [isHere, screen])
  return Screen === undefined ? <div className="screen-place" /> : createElement(Screen, { tool })
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
