import type { ApiToken } from '@netbox/contract'
import { useState } from 'react'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { accountTexts } from '../../../texts/account.ts'
import * as textButton from '../../../components/ui/text-button.module.css'
import * as accountStyles from '../account.module.css'

const { tokens: texts } = accountTexts

const Expiry = ({ at }: { readonly at: string | null }) => {
  const [now] = useState(() => Date.now())
  if (at === null) return texts.never
  return (
    <>
      {Date.parse(at) <= now ? texts.expired : texts.expires} <Timestamp at={at} isDay />
    </>
  )
}

interface TokenListProps {
  readonly tokens: readonly ApiToken[]
  readonly isBusy: boolean
  readonly onRevoke: (token: ApiToken) => void
}

const Row = ({ token, isBusy, onRevoke }: { readonly token: ApiToken } & Omit<TokenListProps, 'tokens'>) => (
  <li className={accountStyles.accRow}>
    <div>
      <p>
        <b>{token.name}</b> <code className="muted">{token.prefix}…</code>
      </p>
      <p className="sm muted">
        <code>{token.scopes.join(' ')}</code>
      </p>
      <p className="sm quiet">
        {texts.made} <Timestamp at={token.created_at} isDay />, <Expiry at={token.expires_at} />,{' '}
        {token.last_used_at === null ? (
          texts.unused
        ) : (
          <>
            {texts.used} <Timestamp at={token.last_used_at} />
          </>
        )}
      </p>
    </div>
    <button
      type="button"
      className={textButton.textbtn}
      aria-disabled={isBusy}
      aria-label={texts.revokeWhich(token.name)}
      onClick={() => onRevoke(token)}
    >
      {texts.revoke}
    </button>
  </li>
)

/** The existing tokens, without their secrets. */
export const TokenList = ({ tokens, ...others }: TokenListProps) =>
  tokens.length === 0 ? (
    <p className={`muted ${accountStyles.accNote}`}>{texts.none}</p>
  ) : (
    <ul className={accountStyles.accTokens} aria-label={texts.list}>
      {tokens.map((token) => (
        <Row key={token.id} token={token} {...others} />
      ))}
    </ul>
  )
