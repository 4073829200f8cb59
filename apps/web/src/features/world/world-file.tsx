import type { WorldDocument } from '@netbox/core'
import { useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { TextArea } from '../../components/ui/field.tsx'
import { FileInput, useFileDrop } from '../../components/ui/files.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { WORLD_FILE } from '../../lib/runs/run-links.ts'
import { toast } from '../../lib/page/toasts.ts'
import { countFacts } from '../../texts/report.ts'
import { worldTexts as texts } from '../../texts/world.ts'
import type { FileError } from './read-world-files.ts'

const bytesOf = (facts: WorldDocument): number => new TextEncoder().encode(JSON.stringify(facts)).length

/** A file that was not read: its lines around the error, and a sentence with line, field and reason. */
const Refused = ({ file, onChoose }: { readonly file: FileError; readonly onChoose: () => void }) => (
  <div className="mt-4 border-0 border-l-4 border-solid border-crit bg-sheet outline-1 outline-crit" role="alert">
    <div className="flex flex-wrap items-center justify-between gap-3 px-3.5 py-2.5">
      <b className="font-mono text-sm font-medium wrap-anywhere">{file.file}</b>
      <Status severity="critical">{texts.notRead}</Status>
      <Button isSmall onClick={onChoose}>
        {texts.another}
      </Button>
    </div>
    {file.lines.length === 0 ? null : (
      <ol className="border-y border-rule bg-well py-2 font-mono text-sm leading-6">
        {file.lines.map((line, index) => {
          const number = file.firstLine + index
          const isWrong = number === file.line
          return (
            <li
              key={number}
              className={`grid grid-cols-[44px_minmax(0,1fr)] wrap-anywhere whitespace-pre-wrap ${isWrong ? 'bg-crit-wash font-medium forced-colors:border-l-4 forced-colors:border-solid' : ''}`}
            >
              <span className="pr-3.5 text-right text-ink-2" aria-hidden="true">
                {number}
              </span>
              <span>{line}</span>
            </li>
          )
        })}
      </ol>
    )}
    <p className="px-3.5 py-2.5 text-ui wrap-anywhere">
      {file.line === undefined ? null : (
        <b>
          {texts.line(file.line)}
          {file.field === undefined ? null : (
            <>
              , <code className="font-semibold">{file.field}</code>
            </>
          )}
          :{' '}
        </b>
      )}
      {file.reason}
    </p>
  </div>
)

interface WorldFileProps {
  readonly facts: WorldDocument | undefined
  readonly onChange: (facts: WorldDocument | undefined) => void
}

/** The user's own facts: a world file, zone files, or the text of a world file written here. Invalid ones leave the facts unchanged. */
export const WorldFile = ({ facts, onChange }: WorldFileProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<{ readonly name: string; readonly warnings: readonly string[] }>()
  const [text, setText] = useState('')
  const [refused, refuse] = useState<FileError>()
  const readFiles = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    try {
      const { readWorldFiles } = await import('./read-world-files.ts')
      const answer = readWorldFiles(
        await Promise.all(
          files.map(async (file) => ({ name: file.name, octets: new Uint8Array(await file.arrayBuffer()) })),
        ),
      )
      if ('error' in answer) return refuse(answer.error)
      refuse(undefined)
      setRead({ name: files.map(({ name }) => name).join(', '), warnings: answer.warnings })
      onChange(answer.world)
    } catch {
      toast('warning', texts.notLoaded)
    }
  }
  const drop = useFileDrop((files) => void readFiles(files))
  const choose = () => picker.current?.click()
  return (
    <div className={drop.isOver ? 'outline-2 outline-offset-8 outline-signal' : undefined} {...drop.handlers}>
      <p className="sm muted mb-3">{texts.factsLead}</p>
      {/* Zone files have any ending. */}
      <FileInput ref={picker} multiple aria-label={texts.file} onFiles={(files) => void readFiles(files)} />
      {facts === undefined ? (
        <Button isSmall onClick={choose}>
          {texts.choose}
        </Button>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-y border-rule py-3">
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 3h8l5 5v13H6zM14 3v5h5" />
          </svg>
          <p className="min-w-0 flex-[1_1_12rem]">
            <b className="block font-mono text-sm font-medium wrap-anywhere">{read?.name ?? WORLD_FILE}</b>
            <span className="sm muted">
              {texts.size(bytesOf(facts))}, {countFacts(facts)}
            </span>
          </p>
          <Status severity="pass">{texts.valid}</Status>
          <div className="flex flex-wrap gap-2">
            <Button isSmall onClick={choose}>
              {texts.replace}
            </Button>
            <Button
              isSmall
              onClick={() => {
                onChange(undefined)
                setRead(undefined)
                picker.current?.closest('section')?.querySelector('summary')?.focus()
              }}
            >
              {texts.removeFile}
            </Button>
          </div>
        </div>
      )}
      {facts === undefined || read === undefined || read.warnings.length === 0 ? null : (
        <ul className="mt-3 grid gap-1.5 p-0 text-sm wrap-anywhere">
          {read.warnings.map((warning) => (
            <li key={warning}>
              <Status isSentence severity="warning">
                {warning}
              </Status>
            </li>
          ))}
        </ul>
      )}
      {refused === undefined ? null : <Refused file={refused} onChoose={choose} />}
      <details className="mt-3.5">
        <summary className="inline-flex min-h-7 cursor-pointer items-center text-ui text-signal underline underline-offset-3">
          {texts.write}
        </summary>
        <div className="mt-2.5">
          <TextArea
            isMono
            label={texts.text}
            rows={8}
            value={text}
            placeholder={texts.example}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          >
            <Button
              isSmall
              className="mt-2.5"
              disabled={text.trim() === ''}
              onClick={() => void readFiles([new File([text], WORLD_FILE)])}
            >
              {texts.read}
            </Button>
          </TextArea>
        </div>
      </details>
    </div>
  )
}
