import type { User } from '@netbox/contract'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { useData } from '../../lib/use-data.ts'
import { useViewer } from '../../lib/viewer.ts'
import { accountTexts } from '../../texts/account.ts'
import { PasswordPart } from './password/password-part.tsx'
import { PlanPart } from './plan/plan-part.tsx'
import { FactorPart } from './second-factor/factor-part.tsx'
import { SessionsPart } from './sessions/sessions-part.tsx'
import { TokensPart } from './tokens/tokens-part.tsx'
import * as styles from './account.module.css'
import { Section } from './section.tsx'
import { DeleteAccount } from './data/delete-account.tsx'
import { ExportData } from './data/export-data.tsx'

/** The actions on the user's stored data. */
const DataPart = ({ user }: { readonly user: User }) => (
  <Section title={accountTexts.data.title} lead={accountTexts.data.lead}>
    <ExportData />
    <DeleteAccount user={user} />
  </Section>
)

const OwnParts = ({ user }: { readonly user: User }) => {
  const sessions = useData('account.sessions', {})
  return (
    <>
      <PasswordPart user={user} onChanged={sessions.reload} />
      <FactorPart user={user} onChanged={sessions.reload} />
      <SessionsPart sessions={sessions} />
      <TokensPart user={user} />
      <DataPart user={user} />
    </>
  )
}

/** The page of the user's own account. An admin who views the account of another user sees only the plan, and no personal data. */
export const Account = () => {
  const viewer = useViewer()
  if (viewer === undefined) return null
  const { user, actor } = viewer
  return (
    <div className={styles.acc}>
      <header className={styles.accHead}>
        <h1>{accountTexts.title}</h1>
        <p className="muted">{accountTexts.lead}</p>
      </header>
      {/* If the plan changes while the page is open, its end changes too, so the part is created again. */}
      <PlanPart key={user.plan} user={user} isOwn={actor === undefined} />
      {actor === undefined ? (
        <OwnParts user={user} />
      ) : (
        <p className={styles.accViewing}>
          <Status severity="info">{accountTexts.viewing(user.email)}</Status>
        </p>
      )}
    </div>
  )
}
