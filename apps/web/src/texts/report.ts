import type { WorldDocument } from '@netbox/core'
import { countFacts } from './world-strip.ts'

/** The report's own texts; sentences and findings come from core, labels from `@netbox/product`. */
export const reportTexts = {
  tabs: 'Views of the report',
  ownFacts: (world: WorldDocument): string => `Own facts of ${countFacts(world)}`,
  report: 'Report',
  text: 'Text',
  json: 'JSON',
  copyJson: 'Copy JSON',
  downloadJson: 'Download JSON',
  findings: 'Findings',
  whatToDo: 'What to do',
  simulated: 'Simulated',
  simulatedWhy: 'Data from the simulated internet. netbox contacted no server.',
  resultTable: 'The result, field by field',
  regions: 'Answers by region, with the remaining TTL of each resolver’s copy',
  regionWell: (well: number, all: number): string => `${well} of ${all}`,
  table: (number: number): string => `Table ${number}`,
  contents: 'In this report',
  parts: { verdict: 'Verdict', figures: 'Figures', figure: 'Fig. 1', findings: 'Findings', seed: 'Seed' },
  seedLine: { seed: 'seed', scenario: 'scenario', at: 'at', facts: 'facts of your own' },
} as const
