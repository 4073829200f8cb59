import { pickerCategories, pickerTools, type Tool, tools } from '@netbox/core'
import { Link } from 'wouter'
import { helpTexts } from '../../texts/help.ts'
import { InfoTable } from './info-table.tsx'

const rowOf = (tool: Tool, hasPage: boolean) => [
  hasPage ? (
    <Link key="name" href={`/${tool.path}`}>
      {tool.name}
    </Link>
  ) : (
    tool.name
  ),
  tool.question,
  tool.input.type,
]

/** Every tool of the catalogue, with its question and its input. */
export const HelpTools = () => {
  const shown = new Set(pickerCategories.flatMap(pickerTools))
  const others = tools.filter((tool) => !shown.has(tool))
  return (
    <>
      {pickerCategories.map((category) => (
        <div key={category}>
          <h3>{helpTexts.categories[category]}</h3>
          <InfoTable
            label={helpTexts.categories[category]}
            head={helpTexts.toolHead}
            rows={pickerTools(category).map((tool) => rowOf(tool, true))}
          />
        </div>
      ))}
      {others.length === 0 ? null : (
        <>
          <h3>{helpTexts.more}</h3>
          <InfoTable label={helpTexts.more} head={helpTexts.toolHead} rows={others.map((tool) => rowOf(tool, false))} />
        </>
      )}
    </>
  )
}
