import type { Tool } from '@netbox/core'
import { Greeting } from './greeting.tsx'
import * as heroStyles from '../../components/ui/hero.module.css'

/** The top of a tool's page: the question that it answers. */
export const ToolHero = ({ tool }: { readonly tool: Tool }) => (
  <section className={`${heroStyles.hero} ${heroStyles.asked}`}>
    <div className={`wrap ${heroStyles.heroGrid}`}>
      <h1>{tool.question}</h1>
      <div>
        <Greeting />
        <p className="sm muted">{tool.description}</p>
      </div>
    </div>
  </section>
)
