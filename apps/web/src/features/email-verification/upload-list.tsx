import { accessNotices, verificationLabels } from '@netbox/product'
import { type ChangeEvent, useRef } from 'react'
import { Link } from 'wouter'
import { LockGlyph } from '../../components/ui/glyphs/lock-glyph.tsx'
import { verificationTexts } from '../../texts/email-verification.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './ask-stage.module.css'

const ListGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 16V4M7.500 8.500L12 4l4.500 4.500M4 20.500h16" />
  </svg>
)

const FileButton = ({ onFile }: { readonly onFile: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0]
    if (file !== undefined) onFile(file)
    // The empty value lets the user choose the same file again, for example after editing it.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".txt,.csv,text/plain,text/csv"
        aria-label={verificationLabels.upload}
        onChange={choose}
      />
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => input.current?.click()}>
        {verificationTexts.chooseFile}
      </button>
    </>
  )
}

interface UploadListProps {
  readonly isPaid: boolean
  /** Whether a file is dragged over the form. */
  readonly isOver: boolean
  readonly onFile: (file: File) => void
}

/** Accepts a list as a file, or says which plans may upload one. */
export const UploadList = ({ isPaid, isOver, onFile }: UploadListProps) => (
  <div className={styles.vfUpload}>
    <h3>
      {isPaid ? <ListGlyph /> : <LockGlyph />}
      {verificationLabels.upload}
    </h3>
    {isPaid ? (
      <>
        <p className="sm muted">{isOver ? verificationTexts.dropHere : verificationTexts.uploadHow}</p>
        <FileButton onFile={onFile} />
      </>
    ) : (
      <p className="sm muted">
        {verificationTexts.uploadForPaid}{' '}
        <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>
      </p>
    )}
  </div>
)
