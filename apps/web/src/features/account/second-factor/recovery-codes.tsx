import { useEffect, useRef } from 'react'
import { CopyGlyph, DownloadGlyph } from '../../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { copyAndSay } from '../../../lib/copy-and-say.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { accountTexts } from '../../../texts/account.ts'
import * as buttonStyles from '../../../components/ui/button.module.css'
import * as accountStyles from '../account.module.css'
import * as styles from './factor-part.module.css'

const { factor: texts } = accountTexts

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows recovery codes, only once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const words = { copied: texts.codesCopied, notCopied: texts.codesNotCopied }
  return (
    <div className={accountStyles.accOnce}>
      <h3 ref={heading} tabIndex={-1}>
        {texts.codesTitle}
      </h3>
      <p>
        <Status severity="warning">{texts.codesOnce}</Status>
      </p>
      <ul className={styles.accCodes} aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.accActions}>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => void copyAndSay(text, words)}>
          <CopyGlyph />
          {texts.copyCodes}
        </button>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => saveFile(texts.file, text)}>
          <DownloadGlyph />
          {texts.download}
        </button>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={onDone}>
          {texts.kept}
        </button>
      </p>
    </div>
  )
}
