import { type PickerCategory, pickerCategories, pickerTools, type Tool, type ToolDefinition } from '@netbox/core'
import { homeTabs, labels } from '@netbox/product'
import { useState } from 'react'
import { type Tab, Tabs } from '../../components/ui/tabs.tsx'
import { homeTexts } from '../../texts/home.ts'
import { Cells } from './cells.tsx'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as tabsStyles from '../../components/ui/tabs.module.css'

/** Returns the tab that contains a tool; the first tab while no tool is chosen. */
export const categoryOf = (tool: (Tool & ToolDefinition) | undefined): PickerCategory =>
  tool?.picker?.category ?? 'network'

// Phones have no space for the second word.
const TabName = ({ name }: { readonly name: string }) => {
  const [first, ...rest] = name.split(' ')
  return (
    <span>
      {first}
      <span className={tabsStyles.lg}> {rest.join(' ')}</span>
    </span>
  )
}

const categoryTab = (category: PickerCategory, chosen: Tool | undefined): Tab => ({
  id: category,
  label: (
    <>
      <TabName name={homeTabs[category]} />
      <span className={tabsStyles.n}>{pickerTools(category).length}</span>
    </>
  ),
  content: <Cells tools={pickerTools(category)} chosen={chosen} />,
  focusable: false,
})

const webTab: Tab = {
  id: 'web',
  label: (
    <>
      <TabName name={homeTabs.web} />
      <span className={chipStyles.chip} data-chip>
        {labels.comingSoon}
      </span>
    </>
  ),
  content: null,
  disabled: true,
}

/** The tools by category: full cells while no tool is chosen, one or two compact rows afterwards. */
export const Picker = ({ chosen }: { readonly chosen: Tool | undefined }) => {
  const [opened, open] = useState<{ category: PickerCategory; at: string | undefined }>()
  const category = opened !== undefined && opened.at === chosen?.id ? opened.category : categoryOf(chosen)
  return (
    <Tabs
      label={homeTexts.categories}
      tabs={[...pickerCategories.map((name) => categoryTab(name, chosen)), webTab]}
      selected={category}
      onSelect={(id) => {
        const next = pickerCategories.find((name) => name === id)
        if (next !== undefined) open({ category: next, at: chosen?.id })
      }}
    />
  )
}
