import type { Tool } from '@netbox/core'
import { Greeting } from './greeting.tsx'
import '../../styles/hero.css'

/** The top of a tool's page: the question that it answers. */
export const ToolHero = ({ tool }: { readonly tool: Tool }) => (
  <section className="hero asked">
    <div className="wrap hero-grid">
      <h1>{tool.question}</h1>
      <div>
        <Greeting />
        <p className="sm muted">{tool.description}</p>
      </div>
    </div>
  </section>
)
