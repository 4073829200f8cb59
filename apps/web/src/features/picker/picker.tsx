import {
  badges,
  type PickerCategory,
  pickerCategories,
  pickerTools,
  type Tool,
  type ToolDefinition,
} from '@netbox/core'
import { homeTabs, labels, notices } from '@netbox/product'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Chip, Chips } from '../../components/ui/chips.tsx'
import { FindKey } from '../../components/ui/find-key.tsx'
import { LockGlyph, ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { type Tab, Tabs } from '../../components/ui/tabs.tsx'
import { badgesBesideCaptcha, favouritesFirst, useFavourites } from '../../lib/runs/favourites.ts'
import { openPalette } from '../../lib/page/palette.ts'
import { homeTexts } from '../../texts/tool-run.ts'

// Neighbours share their rules. Where a row is not full, the hatched ground shows.
const CELLS = 'hatched border-0 border-l border-rule max-md:-mx-edge max-md:border-l-0'
const CELL = 'relative border-0 border-r border-b border-rule text-ink no-underline hover:text-ink'
const SHEET = 'bg-sheet hover:bg-well hover:inset-ring-2 hover:inset-ring-signal'
const FULL = `${CELL} grid min-h-[9rem] grid-rows-[auto_1fr_auto] gap-2.5 px-4.5 pt-4 pb-3.5 max-md:min-h-0 max-md:grid-cols-[minmax(0,1fr)_auto]
  max-md:grid-rows-[auto_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:border-r-0 max-md:px-edge max-md:py-3`
const COMPACT = `${CELL} ${SHEET} flex h-[46px] items-center px-3 max-md:border-t aria-[current=page]:border-signal
  aria-[current=page]:bg-signal aria-[current=page]:text-signal-ink aria-[current=page]:forced-color-adjust-none
  forced-colors:aria-[current=page]:bg-selected forced-colors:aria-[current=page]:text-selected-ink`
const HEAD = 'flex items-center gap-2.5 font-semibold leading-ui'
const TEXT = 'text-ui leading-ui text-ink-2 max-md:col-start-1 max-md:pl-8'
const FOOT = 'flex items-center gap-2 font-mono text-xs leading-ui max-md:col-start-2 max-md:row-start-1'

/** A tool with its purpose, its input and its free runs. */
const FullCell = ({ tool }: { readonly tool: Tool }) => {
  const shown = badgesBesideCaptcha(tool)
  return (
    <Link className={`${FULL} ${SHEET}`} href={`/${tool.path}`}>
      <span className={`${HEAD} [&>svg]:size-6 [&>svg]:text-signal`}>
        <ToolGlyph tool={tool.id} />
        {tool.name}
      </span>
      <span className={TEXT}>{tool.description}</span>
      <span className={`${FOOT} text-ink-3`}>
        {tool.input.type}
        {shown.length === 0 ? (
          <span className="ml-auto max-md:hidden">{homeTexts.freeRuns(tool.limits.free)}</span>
        ) : (
          <span className="ml-auto flex [&>*]:h-5">
            <Chips names={shown} />
          </span>
        )}
      </span>
    </Link>
  )
}

/** A cell with only the name of its tool. */
const CompactCell = ({ tool, isChosen }: { readonly tool: Tool; readonly isChosen: boolean }) => (
  <Link className={COMPACT} href={`/${tool.path}`} aria-current={isChosen ? 'page' : undefined}>
    <span className={`${HEAD} text-ui whitespace-nowrap [&>svg]:size-5 ${isChosen ? '' : '[&>svg]:text-signal'}`}>
      <ToolGlyph tool={tool.id} />
      {tool.name}
    </span>
    {badgesBesideCaptcha(tool).map((badge) =>
      badge === badges.login ? (
        // Signed-in users see no Login badge.
        <span key={badge} className="ml-auto pl-2 opacity-80 in-data-signed-in:hidden" title={badge}>
          <LockGlyph />
          <span className="vh">{badge}</span>
        </span>
      ) : (
        <Chip key={badge} isSmall variant={isChosen ? 'current' : 'outline'} className="ml-auto">
          {badge}
        </Chip>
      ),
    )}
  </Link>
)

const Unsure = () => (
  <li className="grid max-md:hidden">
    <button type="button" className={`${FULL} bg-paper text-left text-ink-2`} onClick={() => openPalette()}>
      <span className={`${HEAD} font-sans text-base`}>{homeTexts.unsure.title}</span>
      <span className={`${TEXT} font-sans`}>{homeTexts.unsure.text}</span>
      <span className={FOOT}>
        <FindKey />
      </span>
    </button>
  </li>
)

/** Scrolls the chosen tool to the middle of the row. */
const center = (row: HTMLElement | null, { path }: Tool): void => {
  const cell = row?.querySelector<HTMLElement>(`[href="/${path}"]`)
  if (row === null || cell === null || cell === undefined) return
  const [{ left, width }, { left: start }] = [cell.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += left - start - (row.clientWidth - width) / 2
}

// Seven cells fit in one row.
const ONE_ROW = 7

/** The tools of a category once one is chosen: in one or two rows, on a phone in one row that scrolls. */
const CompactCells = ({ tools, chosen }: { readonly tools: readonly Tool[]; readonly chosen: Tool }) => {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => center(row.current, chosen), [chosen])
  const columns =
    tools.length === ONE_ROW
      ? 'md:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]'
      : 'md:grid-cols-[repeat(auto-fill,minmax(196px,1fr))]'
  return (
    <ul
      ref={row}
      className={`${CELLS} ${columns} md:grid max-md:flex max-md:overflow-x-auto max-md:[scrollbar-width:none]`}
    >
      {tools.map((tool) => (
        <li key={tool.id} className="min-w-0 max-md:flex-none">
          <CompactCell tool={tool} isChosen={tool === chosen} />
        </li>
      ))}
    </ul>
  )
}

/** The tools of one category. */
const Cells = ({ tools: all, chosen }: { readonly tools: readonly Tool[]; readonly chosen: Tool | undefined }) => {
  const tools = favouritesFirst(all, useFavourites())
  if (chosen !== undefined) return <CompactCells tools={tools} chosen={chosen} />
  return (
    <ul className={`${CELLS} grid grid-cols-1 md:grid-cols-2 xl:grid-cols-4`}>
      {tools.map((tool) => (
        <li key={tool.id} className="grid min-w-0">
          <FullCell tool={tool} />
        </li>
      ))}
      <Unsure />
    </ul>
  )
}

/** Returns the tab that contains a tool; the first tab while no tool is chosen. */
export const categoryOf = (tool: (Tool & ToolDefinition) | undefined): PickerCategory =>
  tool?.picker?.category ?? 'network'

// Phones have no space for the second word.
const TabName = ({ name }: { readonly name: string }) => {
  const [first, ...rest] = name.split(' ')
  return (
    <span>
      {first}
      <span className="max-md:hidden"> {rest.join(' ')}</span>
    </span>
  )
}

const categoryTab = (category: PickerCategory, chosen: Tool | undefined): Tab => ({
  id: category,
  label: (
    <>
      <TabName name={homeTabs[category]} />
      <span className="font-mono text-xs font-medium max-md:hidden">{pickerTools(category).length}</span>
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
      <Chip isSmall>{labels.comingSoon}</Chip>
    </>
  ),
  content: null,
  disabled: true,
}

/** A placeholder while no tool is chosen, with the first stages of a run. */
const SelectATool = () => (
  <div className="mt-10 grid grid-cols-[320px_1fr] items-center gap-10 border border-dashed border-rule-2 px-10 py-8 max-md:grid-cols-1 max-md:gap-5 max-md:px-5 max-md:py-6">
    <svg
      className="w-full"
      viewBox="0 0 320 96"
      fill="none"
      stroke="var(--color-control)"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M18 48h86" stroke="var(--color-signal)" strokeWidth="2.5" />
      <circle cx="12" cy="48" r="9" fill="var(--color-signal)" stroke="none" />
      <path strokeDasharray="5 5" d="M104 20h96v56h-96z" />
      <path d="M152 38v20M142 48h20" />
      <path strokeDasharray="2 6" d="M200 48h88" />
      <circle cx="300" cy="48" r="9" strokeDasharray="4 3.5" />
    </svg>
    <div>
      <h2 className="mb-1.5 text-xl">{notices.selectTool.title}</h2>
      <p className="muted">{notices.selectTool.message}</p>
    </div>
  </div>
)

/** The tools by category: full cells while no tool is chosen, one or two compact rows afterwards. */
export const Picker = ({ chosen }: { readonly chosen: Tool | undefined }) => {
  const [opened, open] = useState<{ category: PickerCategory; at: string | undefined }>()
  const category = opened !== undefined && opened.at === chosen?.id ? opened.category : categoryOf(chosen)
  return (
    <>
      <Tabs
        label={homeTexts.categories}
        tabs={[...pickerCategories.map((name) => categoryTab(name, chosen)), webTab]}
        selected={category}
        onSelect={(id) => {
          const next = pickerCategories.find((name) => name === id)
          if (next !== undefined) open({ category: next, at: chosen?.id })
        }}
      />
      {chosen === undefined ? <SelectATool /> : null}
    </>
  )
}
