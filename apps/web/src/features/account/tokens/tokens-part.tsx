import type { User } from '@netbox/contract'
import { type PlanId, planName } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { Link } from 'wouter'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { accountTexts } from '../../../texts/account.ts'
import { Section } from '../section.tsx'
import { OwnTokens } from './own-tokens.tsx'
import * as button from '../../../components/ui/button.module.css'
import * as accountStyles from '../account.module.css'

const { tokens: texts } = accountTexts
const { link, href } = accessNotices.upgrade_required

/** Returns whether a plan includes the API, and so API tokens. */
export const hasApi = (plan: PlanId): boolean => plan === 'enterprise'

/** API tokens, for plans that include them. Users of other plans see the reason, and can revoke their remaining tokens. */
export const TokensPart = ({ user: { plan } }: { readonly user: User }) => (
  <Section title={texts.title} lead={texts.lead}>
    {hasApi(plan) ? null : (
      <div className={accountStyles.accRefused}>
        <p>
          <Status severity="info">{texts.refusal.title}</Status>
        </p>
        <p className="sm muted">{texts.refusal.message(planName(plan))}</p>
        <Link className={`${button.btn} sm ${button.inkb}`} href={href}>
          {link}
        </Link>
      </div>
    )}
    <OwnTokens canCreate={hasApi(plan)} />
  </Section>
)
