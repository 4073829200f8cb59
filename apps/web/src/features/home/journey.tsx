import { findTool } from '@netbox/core'
import { Link } from 'wouter'
import { startTexts } from '../../texts/start.ts'
import { JourneyDrawing } from './journey-drawing.tsx'
import * as hero from '../../components/ui/hero.module.css'

const { journey } = startTexts
const shortNames: Readonly<Record<string, string>> = journey.names

const linksOf = (names: readonly string[]) =>
  names.flatMap((name) => {
    const tool = findTool(name)
    return tool === undefined ? [] : [{ href: `/${tool.path}`, name: shortNames[name] ?? name, title: tool.name }]
  })

/** The path of one message, and the tools that check each step of it. */
export const Journey = () => (
  <figure className={`${hero.journey} wrap`} aria-label={journey.label}>
    <JourneyDrawing />
    <ol className={hero.jcols}>
      {journey.steps.map(({ question, tools }) => (
        <li key={question}>
          <h2>{question}</h2>
          <p>
            {linksOf(tools).map(({ href, name, title }, at) => (
              <span key={href}>
                {at === 0 ? null : ' '}
                <Link href={href} title={title}>
                  {name}
                </Link>
              </span>
            ))}
          </p>
        </li>
      ))}
    </ol>
  </figure>
)
