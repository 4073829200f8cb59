import { canTestConnection, connectionTestErrors, connectionTestLabels, type MailboxForm } from '@netbox/product'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { type TestState, useConnectionTest } from './use-connection-test.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './migration-stage.module.css'

const Outcome = ({ state }: { readonly state: TestState }) => {
  if (state === undefined || state.status === 'testing') return null
  const isGood = state.status === 'success'
  return (
    <>
      <Status severity={isGood ? 'pass' : 'critical'}>{connectionTestLabels[state.status]}</Status>
      {isGood ? null : <span>{state.error ?? connectionTestErrors.failed}</span>}
    </>
  )
}

/** Offers a connection test once the fields are filled in, and marks it as simulated. */
export const ConnectionTest = ({ mailbox, side }: { readonly mailbox: MailboxForm; readonly side: string }) => {
  const { state, test } = useConnectionTest(mailbox)
  const isTesting = state?.status === 'testing'
  if (!canTestConnection(mailbox)) return null
  return (
    <div className={styles.mbTest}>
      <div className={styles.mbTestRow}>
        <button
          type="button"
          className={`${buttonStyles.btn} sm`}
          aria-disabled={isTesting}
          onClick={test}
          aria-describedby={`${side}-sim`}
        >
          {isTesting ? `${connectionTestLabels.testing}...` : migrationTexts.test}
        </button>
        <span className="sm muted" id={`${side}-sim`}>
          {migrationTexts.simulated}
        </span>
      </div>
      <p role="status" className="sm">
        <Outcome state={state} />
      </p>
    </div>
  )
}
