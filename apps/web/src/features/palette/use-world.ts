import { readScenario } from '@netbox/core'
import { useState } from 'react'
import type { World } from './open-item.ts'
import type { Query } from './split-query.ts'

const knownScenario = (text: string): string => {
  try {
    return readScenario(text)
  } catch {
    return ''
  }
}

/** Stores the chosen seed and scenario; if none is chosen, the options typed as in a command apply. */
export const useWorld = ({ seed = '', scenario = '' }: Query): [World, (world: World) => void] => {
  const [chosen, choose] = useState<Partial<World>>({})
  const typed = knownScenario(scenario)
  return [{ seed: chosen.seed ?? seed, scenario: chosen.scenario ?? (typed === 'none' ? '' : typed) }, choose]
}
