import type { Factor, ResponseOf } from '@netbox/contract'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { accountTexts } from '../../../texts/account.ts'

const { factor: texts } = accountTexts

interface FactorListProps extends ResponseOf<'account.factors'> {
  readonly onRemove: (factor: Factor) => void
  readonly onRenew: () => void
}

const Row = ({ factor, onRemove }: { readonly factor: Factor; readonly onRemove: (factor: Factor) => void }) => (
  <li className="acc-row">
    <div>
      <p>
        <b>{factor.name}</b>
      </p>
      <p className="sm quiet">
        {texts.made} <Moment at={factor.created_at} isDay />
        {factor.last_used_at === null ? null : (
          <>
            , {texts.used} <Moment at={factor.last_used_at} />
          </>
        )}
      </p>
    </div>
    <button
      type="button"
      className="textbtn"
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
    <p className="acc-factor-on">
      <Status severity="pass">
        {texts.on} <Moment at={factors[0]?.created_at ?? ''} isDay />
      </Status>
    </p>
    <ul className="acc-tokens" aria-label={texts.list}>
      {factors.map((factor) => (
        <Row key={factor.id} factor={factor} onRemove={onRemove} />
      ))}
    </ul>
    <div className="acc-row acc-factor-codes">
      <div>
        <p>
          <b>{texts.recovery}</b>
        </p>
        <p className="sm quiet">
          {texts.left(codes.left)}
          {codes.last_used_at === null ? null : (
            <>
              {' '}
              {texts.lastCode} <Moment at={codes.last_used_at} isDay />.
            </>
          )}
        </p>
      </div>
      <button type="button" className="textbtn" onClick={onRenew}>
        {texts.renew}
      </button>
    </div>
  </>
)
