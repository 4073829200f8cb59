import { createToolbox, findTool, memoryUsage, type ScenarioText, scenarios, type ToolRun } from '@netbox/core'
import { useRef } from 'react'
import { showPageFailure } from '../../lib/page/load-code.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { Segments } from '../ui/field.tsx'

const MOST_FAULTS = 5

/** Returns the scenarios of the switch: the run's own, none, and the faults that change the reports of its tool. A tool without any has no switch. */
const choicesOf = ({ tool, scenario }: ToolRun): readonly string[] => {
  const id = findTool(tool)?.id
  const faults = scenarios.filter(({ findings }) => id !== undefined && findings[id] !== undefined)
  if (faults.length === 0) return []
  return [...new Set([scenario, 'healthy', ...faults.slice(0, MOST_FAULTS).map(({ name }) => name)])]
}

const nameOf = (scenario: string): string =>
  scenario === 'random' || scenario === 'healthy' ? runTexts.faultless[scenario] : scenario.replaceAll('+', ' + ')

interface FaultSwitchProps {
  /** The run of the page. */
  readonly run: ToolRun
  /** The run that is shown: this one, or the same one with another fault. */
  readonly shown: ToolRun
  readonly onShow: (run: ToolRun) => void
}

/**
 * Switches the fault of a report: the page computes the same run with another fault. The run counts for no limit, and the visit keeps its world.
 */
export const FaultSwitch = ({ run, shown, onShow }: FaultSwitchProps) => {
  const latest = useRef('')
  const show = async (scenario: string): Promise<void> => {
    latest.current = scenario
    if (scenario === run.scenario) return onShow(run)
    const { tool, input, seed, at, world } = run
    const box = createToolbox({ plan: 'enterprise', usage: memoryUsage() })
    // The cast is safe: core has these names.
    const other = await box.run(tool, input, { seed, at, world, scenario: scenario as ScenarioText })
    if (latest.current === scenario) onShow({ ...other, usage: run.usage })
  }
  const choices = choicesOf(run)
  if (choices.length === 0) return null
  return (
    <fieldset className="mb-4 flex h-8 min-w-0 items-center gap-x-4 print:hidden">
      <legend className="vh">{runTexts.otherFaults}</legend>
      <Segments
        options={choices.map((scenario) => [scenario, nameOf(scenario)])}
        value={shown.scenario}
        onChoose={(scenario) => void show(scenario).catch(() => showPageFailure(true))}
      />
      <p className="text-sm text-ink-2 max-lg:hidden">{runTexts.switchCosts}</p>
    </fieldset>
  )
}
