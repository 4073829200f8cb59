import type { Tool } from '@netbox/core'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as styles from './category.module.css'

interface ToolFeaturesProps {
  readonly tool: Pick<Tool, 'features'>
  readonly most: number
}

/** Lists the checks of a tool. */
export const ToolFeatures = ({ tool, most }: ToolFeaturesProps) => (
  <ul className={styles.catFacts} aria-label={toolPanelTexts.features}>
    {tool.features.slice(0, most).map((feature) => (
      <li key={feature} className={chipStyles.chip}>
        {feature}
      </li>
    ))}
  </ul>
)
