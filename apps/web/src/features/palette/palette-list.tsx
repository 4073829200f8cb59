import { checkAccess, cheapestPlan, planName, showLimit, type ToolDefinition, usageOf } from '@netbox/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { LockGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { Marked } from '../../components/ui/chips.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { ANONYMOUS, useTodaysRuns } from '../../lib/local-usage.ts'
import { useSession } from '../../lib/session.ts'
import { paletteTexts } from '../../texts/palette.ts'
import type { PaletteGroup, PaletteItem } from './items.ts'

/** A flag: a named fault. */
const FlagGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 21V4h13l-3 4 3 4H5" />
  </svg>
)

/** A sheet of paper. */
const PageGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 3h14v18H5zM9 8h6M9 12h6M9 16h4" />
  </svg>
)

/** The remaining runs of a tool today, or the plan that it needs. */
interface Allowance {
  readonly plan?: string
  readonly left: string
}

const useAllowance = () => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const runs = useTodaysRuns(user?.id ?? ANONYMOUS)
  return (tool: ToolDefinition): Allowance => ({
    ...(checkAccess({ tool, plan, surface: 'home' }).allowed ? {} : { plan: planName(cheapestPlan(tool)) }),
    left: showLimit(usageOf(runs[tool.id] ?? 0, tool.limits[plan]).remaining),
  })
}

interface Row {
  readonly glyph: ReactNode
  readonly name: ReactNode
  readonly note: ReactNode
  readonly end?: ReactNode
  readonly isLocked?: boolean
}

const rowOf = (item: PaletteItem, allowanceOf: (tool: ToolDefinition) => Allowance): Row => {
  switch (item.type) {
    case 'tool': {
      const { tool, hit } = item
      const { plan, left } = allowanceOf(tool)
      return {
        glyph: <ToolGlyph tool={tool.id} />,
        name: <Marked text={tool.name} ranges={hit.name} />,
        note: <Marked text={tool.question} ranges={hit.question} />,
        isLocked: plan !== undefined,
        end:
          plan === undefined ? (
            paletteTexts.left(left)
          ) : (
            <>
              <LockGlyph />
              {plan}
            </>
          ),
      }
    }
    case 'run': {
      const { tool, run } = item
      return {
        glyph: <ToolGlyph tool={tool.id} />,
        name: tool.name,
        note: paletteTexts.seedOf(run.input, run.seed),
        end: <Status severity={run.severity}>{run.scenario === 'random' ? run.severity : run.scenario}</Status>,
      }
    }
    case 'scenario':
      return { glyph: <FlagGlyph />, name: item.name, note: item.title, end: paletteTexts.changesAll }
    case 'theme':
      return { glyph: <PageGlyph />, name: item.title, note: item.text }
    case 'page':
      return { glyph: <PageGlyph />, name: item.page.title, note: item.page.text }
  }
}

// An option is a stop on the line of its group.
const OPTION = [
  'relative grid h-control cursor-pointer grid-cols-[18px_22px_fit-content(60%)_minmax(0,1fr)_auto] items-center gap-3 px-5 max-md:grid-cols-[18px_22px_minmax(0,1fr)_auto] max-md:px-4',
  "before:z-2 before:ml-1 before:size-2.5 before:border-2 before:border-control before:bg-sheet before:content-['']",
  'aria-selected:bg-signal-wash aria-selected:before:border-signal aria-selected:before:bg-signal',
  '[&>svg]:text-lg [&>svg]:text-ink-2 aria-selected:[&>svg]:text-signal',
  '[&_mark]:bg-transparent [&_mark]:text-signal [&_mark]:underline [&_mark]:underline-offset-3',
  'forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3',
].join(' ')

interface OptionProps {
  readonly row: Row
  readonly id: string
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

const Option = ({
  row: { glyph, name, note, end, isLocked = false },
  id,
  isSelected,
  onSelect,
  onOpen,
}: OptionProps) => {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const dim = isLocked && !isSelected
  return (
    <div
      ref={option}
      role="option"
      id={id}
      className={OPTION}
      aria-selected={isSelected}
      // Only a movement of the pointer chooses an item: a list that opens under a resting pointer must not change the keyboard's choice.
      onPointerMove={() => isSelected || onSelect()}
      onClick={onOpen}
    >
      {glyph}
      <b className={`truncate font-semibold ${dim ? 'text-ink-3' : ''}`}>{name}</b>
      <span className={`truncate text-ui max-md:hidden ${dim ? 'text-ink-3' : 'text-ink-2'}`}>{note}</span>
      <span className="flex items-center gap-1.5 font-mono text-sm text-ink-2 [&_[data-status]]:font-sans">{end}</span>
    </div>
  )
}

const GROUP =
  "relative before:absolute before:-top-1 before:bottom-0 before:left-7 before:z-1 before:w-0.5 before:bg-signal-soft before:content-[''] last:before:bottom-[22px] max-md:before:left-6"

interface ListProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly selected: PaletteItem | undefined
  readonly optionId: (item: PaletteItem) => string
  readonly onSelect: (item: PaletteItem) => void
  readonly onOpen: (item: PaletteItem) => void
}

/** All matching items, as stops on one line. */
export const PaletteList = ({ id, groups, selected, optionId, onSelect, onOpen }: ListProps) => {
  const allowanceOf = useAllowance()
  return (
    <div
      className="h-[474px] min-h-0 scroll-py-10 overflow-y-auto pt-1 pb-3"
      role="listbox"
      id={id}
      aria-label={paletteTexts.list}
    >
      {groups.map(({ title, items }) => (
        <div key={title} className={GROUP} role="group" aria-label={title}>
          <p className="pt-3.5 pr-5 pb-1.5 pl-12 text-sm font-semibold text-ink-3" aria-hidden="true">
            {title}
          </p>
          {items.map((item) => (
            <Option
              key={item.key}
              row={rowOf(item, allowanceOf)}
              id={optionId(item)}
              isSelected={item === selected}
              onSelect={() => onSelect(item)}
              onOpen={() => onOpen(item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
