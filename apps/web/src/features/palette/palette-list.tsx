import { checkAccess, cheapestPlan, planName, showLimit, type ToolDefinition, usageOf } from '@netbox/core'
import type { ReactNode } from 'react'
import { FinderList, FinderOption } from '../../components/ui/finder.tsx'
import { LockGlyph, ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { Marked } from '../../components/ui/chips.tsx'
import { ANONYMOUS, useTodaysRuns } from '../../lib/runs/local-usage.ts'
import { useSession } from '../../lib/session/session.ts'
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
      return { glyph: <FlagGlyph />, name: item.name, note: item.title, end: paletteTexts.changes(item.tools) }
    case 'theme':
      return { glyph: <PageGlyph />, name: item.title, note: item.text }
    case 'page':
      return { glyph: <PageGlyph />, name: item.page.title, note: item.page.text }
  }
}

interface OptionProps {
  readonly row: Row
  readonly id: string
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

const COLUMNS = 'grid-cols-[22px_fit-content(60%)_minmax(0,1fr)_auto] max-md:grid-cols-[22px_minmax(0,1fr)_auto]'

const Option = ({
  row: { glyph, name, note, end, isLocked = false },
  id,
  isSelected,
  onSelect,
  onOpen,
}: OptionProps) => {
  const dim = isLocked && !isSelected
  return (
    <FinderOption
      id={id}
      className={`min-h-control py-1.5 leading-ui ${COLUMNS} items-center before:inset-y-0 before:my-auto [&>svg]:text-lg [&>svg]:text-ink-2 aria-selected:[&>svg]:text-signal`}
      isSelected={isSelected}
      // Only a movement of the pointer chooses an item: a list that opens under a resting pointer must not change the keyboard's choice.
      onPointerMove={() => isSelected || onSelect()}
      onClick={onOpen}
    >
      {glyph}
      <b className={`font-semibold wrap-anywhere ${dim ? 'text-ink-3' : ''}`}>{name}</b>
      <span className={`text-ui wrap-anywhere max-md:hidden ${dim ? 'text-ink-3' : 'text-ink-2'}`}>{note}</span>
      <span className="flex items-center gap-1.5 font-mono text-sm text-ink-2 [&_[data-status]]:font-sans">{end}</span>
    </FinderOption>
  )
}

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
    <FinderList id={id} label={paletteTexts.list} groups={groups} className="h-[474px]">
      {(item) => (
        <Option
          key={item.key}
          row={rowOf(item, allowanceOf)}
          id={optionId(item)}
          isSelected={item === selected}
          onSelect={() => onSelect(item)}
          onOpen={() => onOpen(item)}
        />
      )}
    </FinderList>
  )
}
