import type { ToolRun } from '@netbox/core'
import type { ReactNode } from 'react'
import { countFacts, reportTexts } from '../../texts/report.ts'
import * as styles from './report.module.css'

const { seedLine: texts } = reportTexts

interface ReportFootProps {
  readonly run: Pick<ToolRun, 'seed' | 'scenario' | 'at' | 'world' | 'engine'>
  readonly id: string
  /** Copy, Download, Share. */
  readonly actions: ReactNode
}

/** Closes a report: the command that repeats it on the left, the actions on the right. */
export const ReportFoot = ({ run: { seed, scenario, at, world, engine }, id, actions }: ReportFootProps) => (
  <footer className={styles.repfoot}>
    <p className={styles.seed} id={id}>
      <span>
        {texts.seed} <b>{seed}</b>
      </span>
      <span>
        {texts.scenario} <b>{scenario}</b>
      </span>
      <span>
        {texts.at} <b>{at.replace('.000Z', 'Z')}</b>
      </span>
      {world === undefined ? null : (
        <span>
          {texts.facts} <b>{countFacts(world)}</b>
        </span>
      )}
      <span>{engine}</span>
    </p>
    <div className={styles.acts}>{actions}</div>
  </footer>
)
