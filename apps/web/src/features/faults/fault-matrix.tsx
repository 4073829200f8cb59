import { severityWords } from '@netbox/core'
import { Link } from 'wouter'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { Sideways } from '../../components/ui/sideways.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { faultTexts } from '../../texts/faults.ts'
import { matrixRows, type MatrixRow, matrixTools, type MatrixTool } from './matrix.ts'
import * as styles from './fault-matrix.module.css'

const beginsCategory = (tools: readonly MatrixTool[], at: number): boolean =>
  tools[at]?.category !== tools[at - 1]?.category

const Head = ({ tools }: { readonly tools: readonly MatrixTool[] }) => (
  <thead>
    <tr>
      <th scope="col">{faultTexts.scenario}</th>
      {tools.map(({ tool }, at) => (
        <th key={tool.id} scope="col" className={beginsCategory(tools, at) ? styles.begins : undefined}>
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

/** The effect of every scenario on every tool: scenarios in rows, tools in columns, the worst finding in each cell. */
export const FaultMatrix = () => {
  const tools = matrixTools()
  const rows = matrixRows()
  return (
    <Sideways hint={faultTexts.scrolls}>
      <div className={styles.matrixScroll} role="region" aria-label={faultTexts.region} tabIndex={0}>
        <table className={styles.matrix}>
          <caption className="vh">{faultTexts.caption(rows.length, tools.length)}</caption>
          <Head tools={tools} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <b>{row.name}</b> <span>{row.title}</span>
                </th>
                {tools.map((entry, at) => (
                  <td key={entry.tool.id} className={beginsCategory(tools, at) ? styles.begins : undefined}>
                    <Mark entry={entry} row={row} at={at} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sideways>
  )
}
