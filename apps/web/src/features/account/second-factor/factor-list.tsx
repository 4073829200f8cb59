import type { Factor, ResponseOf } from '@netbox/contract'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { accountTexts } from '../../../texts/account.ts'
import * as textButton from '../../../components/ui/text-button.module.css'
import * as accountStyles from '../account.module.css'
import * as styles from './factor-part.module.css'

const { factor: texts } = accountTexts

interface FactorListProps extends ResponseOf<'account.factors'> {
  readonly onRemove: (factor: Factor) => void
  readonly onRenew: () => void
}

const Row = ({ factor, onRemove }: { readonly factor: Factor; readonly onRemove: (factor: Factor) => void }) => (
  <li className={accountStyles.accRow}>
    <div>
      <p>
        <b>{factor.name}</b>
      </p>
      <p className="sm quiet">
        {texts.made} <Timestamp at={factor.created_at} isDay />
        {factor.last_used_at === null ? null : (
          <>
            , {texts.used} <Timestamp at={factor.last_used_at} />
          </>
        )}
      </p>
    </div>
    <button
      type="button"
      className={textButton.textbtn}
      aria-label={texts.removeWhich(factor.name)}
      onClick={() => onRemove(factor)}
    >
      {texts.remove}
    </button>
  </li>
)

/** The second factor while it is on: the apps, and the number of remaining recovery codes. */
export const FactorList = ({ factors, recovery_codes: codes, onRemove, onRenew }: FactorListProps) => (
  <>
    <p className={styles.accFactorOn}>
      <Status severity="pass">
        {texts.on} <Timestamp at={factors[0]?.created_at ?? ''} isDay />
      </Status>
    </p>
    <ul className={accountStyles.accTokens} aria-label={texts.list}>
      {factors.map((factor) => (
        <Row key={factor.id} factor={factor} onRemove={onRemove} />
      ))}
    </ul>
    <div className={`${accountStyles.accRow} ${styles.accFactorCodes}`}>
      <div>
        <p>
          <b>{texts.recovery}</b>
        </p>
        <p className="sm quiet">
          {texts.left(codes.left)}
          {codes.last_used_at === null ? null : (
            <>
              {' '}
              {texts.lastCode} <Timestamp at={codes.last_used_at} isDay />.
            </>
          )}
        </p>
      </div>
      <button type="button" className={textButton.textbtn} onClick={onRenew}>
        {texts.renew}
      </button>
    </div>
  </>
)
