import { useEffect, useRef } from 'react'
import { CopyGlyph } from '../../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { copyAndSay } from '../../../lib/copy-and-say.ts'
import { accountTexts } from '../../../texts/account.ts'
import { labels } from '@netbox/product'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as field from '../../../components/ui/field.module.css'
import * as accountStyles from '../account.module.css'

const { tokens: texts } = accountTexts

interface NewTokenProps {
  readonly token: string
  readonly onDone: () => void
}

/** Shows a new token, only once. */
export const NewToken = ({ token, onDone }: NewTokenProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={accountStyles.accOnce}>
      <h3 ref={heading} tabIndex={-1}>
        {texts.onceTitle}
      </h3>
      <p>
        <Status severity="warning">{texts.once}</Status>
      </p>
      <div className={accountStyles.accOnceLine}>
        <input
          className={field.input}
          aria-label={texts.token}
          value={token}
          readOnly
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" className={buttonStyles.btn} onClick={() => void copyAndSay(token, texts)}>
          <CopyGlyph />
          {labels.copy}
        </button>
      </div>
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={onDone}>
        {texts.done}
      </button>
    </div>
  )
}
