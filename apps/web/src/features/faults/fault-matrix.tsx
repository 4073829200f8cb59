import {
  type PickerCategory,
  pickerCategories,
  pickerTools,
  type ScenarioName,
  scenarios,
  severities,
  type Severity,
  severityWords,
  type Tool,
  type ToolDefinition,
} from '@netbox/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { faultTexts } from '../../texts/start.ts'

/** A column of the matrix. */
interface MatrixTool {
  readonly tool: Tool & ToolDefinition
  readonly category: PickerCategory
  /** Whether the tool's page runs the tool and so accepts a scenario. */
  readonly isRunOnPage: boolean
  /** The input that a link fills in: most names are not those of mail servers, which the faults of mail servers need. */
  readonly input: string | undefined
}

/** A row of the matrix. */
interface MatrixRow {
  readonly name: ScenarioName
  readonly title: string
  /** The worst finding by tool, in the order of the columns. */
  readonly cells: readonly (Severity | undefined)[]
}

/** Lists the tools of the home page, by category. */
export const matrixTools = (): MatrixTool[] =>
  pickerCategories.flatMap((category) =>
    pickerTools(category).map((tool: Tool & ToolDefinition) => ({
      tool,
      category,
      // If a tool needs an account, its page runs the real tool or asks the user to sign in.
      isRunOnPage: tool.picker?.requiresLogin !== true,
      input: tool.input.type === 'SMTP Details' ? tool.placeholder : undefined,
    })),
  )

const worstOf = (findings: Readonly<Record<string, Severity>> = {}): Severity | undefined =>
  severities.find((severity) => Object.values(findings).includes(severity))

/** Lists every scenario that changes the report of a listed tool, with its effect on each. The effects are from the scenarios, which tests verify. */
export const matrixRows = (): MatrixRow[] => {
  const tools = matrixTools()
  return scenarios
    .map(({ name, title, findings }) => ({
      name,
      title,
      cells: tools.map(({ tool }) => worstOf(findings[tool.id])),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
}

const beginsCategory = (tools: readonly MatrixTool[], at: number): boolean =>
  tools[at]?.category !== tools[at - 1]?.category

const beginsClass = (tools: readonly MatrixTool[], at: number): string | undefined =>
  beginsCategory(tools, at) ? 'border-l border-rule-2' : undefined

// The styles of a thousand cells, stated once for all. The names of the scenarios stay in view while the table scrolls.
const TABLE = [
  'w-full table-fixed border-separate border-spacing-0 text-sm max-xl:w-[1080px] max-md:w-[1010px]',
  '[&_th:first-child]:sticky [&_th:first-child]:left-0 [&_th:first-child]:z-1 [&_th:first-child]:w-[296px]',
  'max-xl:[&_th:first-child]:w-[190px] max-md:[&_th:first-child]:w-[150px]',
  '[&_th:first-child]:bg-paper [&_th:first-child]:pr-3 [&_th:first-child]:text-left [&_th]:font-normal',
].join(' ')
const HEADS = [
  '[&_th]:border-b-2 [&_th]:border-b-ink [&_th]:align-bottom',
  '[&_a]:flex [&_a]:h-[158px] [&_a]:flex-col [&_a]:items-center [&_a]:justify-end [&_a]:gap-2 [&_a]:pb-2.5',
  '[&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:text-signal [&_svg]:text-md',
  '[&_span]:rotate-180 [&_span]:font-mono [&_span]:text-xs [&_span]:leading-none [&_span]:whitespace-nowrap [&_span]:[writing-mode:vertical-rl]',
].join(' ')
const CELLS = [
  '[&_td]:h-control [&_td]:border-b [&_td]:border-b-rule [&_td]:p-0 [&_th]:border-b [&_th]:border-b-rule [&_th]:leading-ui',
  '[&_td>*]:grid [&_td>*]:h-control [&_td>*]:place-items-center [&_td_svg]:size-4.5 [&_a:hover]:bg-signal-wash',
  "[&_i]:before:size-[3px] [&_i]:before:rounded-[50%] [&_i]:before:bg-rule-2 [&_i]:before:content-['']",
  '[&_b]:font-mono [&_b]:font-medium [&_b]:whitespace-nowrap max-md:[&_b]:text-xs',
  '[&_th>span]:block [&_th>span]:text-xs [&_th>span]:text-ink-3 max-md:[&_th>span]:hidden',
  '[&_tr:hover>*]:bg-sheet',
].join(' ')

const Head = ({ tools }: { readonly tools: readonly MatrixTool[] }) => (
  <thead className={HEADS}>
    <tr>
      <th scope="col" className="pb-2.5 font-semibold text-ink-2">
        {faultTexts.scenario}
      </th>
      {tools.map(({ tool }, at) => (
        <th key={tool.id} scope="col" className={beginsClass(tools, at)}>
          <Link href={`/${tool.path}`} title={tool.name}>
            <span>{tool.picker?.id ?? tool.id}</span>
            <ToolGlyph tool={tool.id} />
          </Link>
        </th>
      ))}
    </tr>
  </thead>
)

const Mark = ({ entry, row, at }: { readonly entry: MatrixTool; readonly row: MatrixRow; readonly at: number }) => {
  const severity = row.cells[at]
  // Screen readers skip the dot of an unaffected tool, because hundreds of cells have one.
  if (severity === undefined) return <i />
  const { tool, isRunOnPage, input } = entry
  const label = faultTexts.cell(tool.name, row.name, severityWords[severity].one)
  if (!isRunOnPage)
    return (
      <span title={label}>
        <StatusGlyph severity={severity} />
        <span className="vh">{label}</span>
      </span>
    )
  return (
    <Link
      href={`/${tool.path}?${input === undefined ? '' : `input=${encodeURIComponent(input)}&`}scenario=${row.name}`}
      aria-label={label}
      title={label}
    >
      <StatusGlyph severity={severity} />
    </Link>
  )
}

/** The effect of scenarios on every tool: scenarios in rows, tools in columns, the worst finding in each cell. */
const FaultMatrix = ({ rows }: { readonly rows: readonly MatrixRow[] }) => {
  const tools = matrixTools()
  return (
    <div className="[--sideways:none] max-xl:[--sideways:block]">
      <Sideways hint={faultTexts.scrolls}>
        {/* Hidden content scrolls with the table. */}
        <div
          className="relative overflow-x-auto border-t-2 border-ink"
          role="region"
          aria-label={faultTexts.region}
          tabIndex={0}
        >
          <table className={TABLE}>
            <caption className="vh">{faultTexts.caption(rows.length, tools.length)}</caption>
            <Head tools={tools} />
            <tbody className={CELLS}>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">
                    <b>{row.name}</b> <span>{row.title}</span>
                  </th>
                  {tools.map((entry, at) => (
                    <td key={entry.tool.id} className={beginsClass(tools, at)}>
                      <Mark entry={entry} row={row} at={at} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Sideways>
    </div>
  )
}

// The home page shows the first faults; the help page lists all of them.
const MOST = 13

interface SidewaysProps {
  /** The sentence that says that the table scrolls. Screen readers get the table as a named region instead. */
  readonly hint: string
  readonly children: ReactNode
}

/** The frame of a wide table. Where the page sets `--sideways: block`, the frame shows that the table scrolls. */
const Sideways = ({ hint, children }: SidewaysProps) => (
  <div className="relative after:pointer-events-none after:absolute after:inset-y-0 after:top-7 after:right-0 after:z-2 after:[display:var(--sideways,none)] after:w-7 after:bg-linear-to-l after:from-paper after:to-transparent">
    <p className="mb-2 text-sm text-ink-2 [display:var(--sideways,none)]" aria-hidden="true">
      {hint}
      <svg className="i ml-1.5 inline-block align-[-2px]" viewBox="0 0 24 24">
        <path d="M4.5 12h15M13.5 6l6 6-6 6" />
      </svg>
    </p>
    {children}
  </div>
)

/** Shows the effect of the first faults on each tool. */
export const FaultSection = () => {
  const rows = matrixRows()
  return (
    <section className="wrap mt-24 max-md:mt-16" data-faults aria-labelledby="faults-title">
      <h2 className="mb-3 text-3xl" id="faults-title">
        {faultTexts.title}
      </h2>
      <p className="mb-6 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-ink-2">
        {faultTexts.lede} <Status severity="critical">{severityWords.critical.label}</Status>{' '}
        <Status severity="warning">{severityWords.warning.label}</Status>
      </p>
      <FaultMatrix rows={rows.slice(0, MOST)} />
      <p className="mt-4">
        <Link href="/help#scenarios">
          {faultTexts.all(scenarios.filter(({ findings }) => Object.keys(findings).length > 0).length)}
        </Link>
      </p>
    </section>
  )
}
