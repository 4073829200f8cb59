import { exercises, findTool, type Exercise, scenarios, type ToolId } from '@netbox/core'
import { Link } from 'wouter'
import { helpTexts } from '../../texts/help.ts'
import * as styles from './information.module.css'

// Returns the tools that show a scenario and whose pages accept one.
const shownBy = ({ findings }: Exercise): { id: string; name: string; path: string }[] =>
  // The cast is safe, because the keys of an exercise's findings are tool ids.
  (Object.keys(findings) as ToolId[]).flatMap((id) => {
    const tool = findTool(id)
    if (tool === undefined || !('picker' in tool) || tool.picker === undefined) return []
    return 'requiresLogin' in tool.picker ? [] : [{ id, name: tool.name, path: tool.path }]
  })

/** Every scenario with its lesson and the tools that show it. */
export const HelpScenarios = () => (
  <dl className={styles.infoScenarios}>
    {scenarios.map(({ name, title }) => {
      const exercise = name === 'random' ? undefined : exercises[name]
      const tools = exercise === undefined ? [] : shownBy(exercise)
      return (
        <div key={name} id={`scenario-${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <b>{title}.</b> {exercise?.lesson}
            <span className={styles.infoLinks}>
              {tools.map(({ id, name: tool, path }) => (
                <Link key={id} href={`/${path}?scenario=${name}`}>
                  {tool}
                </Link>
              ))}
              {tools.length === 0 ? <span className="quiet">{helpTexts.noFault}</span> : null}
            </span>
          </dd>
        </div>
      )
    })}
  </dl>
)
