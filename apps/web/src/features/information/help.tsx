import { limitsTable, plans, showLimit } from '@netbox/core'
import type { ReactNode } from 'react'
import { helpTexts } from '../../texts/help.ts'
import { keysTexts } from '../../texts/keys.ts'
import { Blocks } from './blocks.tsx'
import { HelpScenarios } from './help-scenarios.tsx'
import { HelpTools } from './help-tools.tsx'
import { InfoPage } from './info-page.tsx'
import { InfoTable } from './info-table.tsx'
import * as button from '../../components/ui/button.module.css'

const Limits = () => (
  <InfoTable
    label={helpTexts.limitsTable}
    head={[helpTexts.limitsHead, ...plans.map(({ name }) => name)]}
    rows={limitsTable().map((row) => [row.name, ...plans.map(({ id }) => showLimit(row[id]))])}
    numbersFrom={1}
  />
)

const Keys = () => (
  <InfoTable
    label={keysTexts.title}
    head={keysTexts.head}
    rows={keysTexts.keys.map(([key, does]) => [
      <kbd key="key" className={button.kbd}>
        {key}
      </kbd>,
      does,
    ])}
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
