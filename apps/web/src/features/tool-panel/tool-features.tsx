import type { Tool } from '@netbox/core'
import { toolPanelTexts } from '../../texts/tool-panel.ts'

interface ToolFeaturesProps {
  readonly tool: Pick<Tool, 'features'>
  readonly most: number
}

/** Names what a tool looks at. */
export const ToolFeatures = ({ tool, most }: ToolFeaturesProps) => (
  <ul className="cat-facts" aria-label={toolPanelTexts.features}>
    {tool.features.slice(0, most).map((feature) => (
      <li key={feature} className="chip">
        {feature}
      </li>
    ))}
  </ul>
)
