import type { ToolId } from '@netbox/core'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import * as styles from './tool-panel.module.css'

const { simulatedValidation, realValidation, simulatedMigration, realMigration } = toolPanelTexts

const real: Readonly<Partial<Record<ToolId, { readonly says: string; readonly link: string; readonly href: string }>>> =
  {
    'email-validation': { says: simulatedValidation, link: realValidation, href: '/email-validation' },
    'email-migration': { says: simulatedMigration, link: realMigration, href: '/email-migration' },
  }

/** Says that a tool is simulated, and links to its real counterpart. */
export const RealTool = ({ tool }: { readonly tool: ToolId }) => {
  const other = real[tool]
  if (other === undefined) return null
  return (
    <p className={styles.realTool}>
      <SimulatedMark />
      <span>{other.says}</span>
      <Link href={other.href}>{other.link}</Link>
    </p>
  )
}
