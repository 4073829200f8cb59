import type { WorldDocument } from '@netbox/core'
import { useRef, useState } from 'react'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { TextArea } from '../../components/ui/field.tsx'
import { FileInput, useFileDrop } from '../../components/ui/files.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { toast } from '../../lib/page/toasts.ts'
import { countFacts } from '../../texts/world-strip.ts'
import { worldTexts as texts } from '../../texts/world.ts'
import type { FileError, readPasted, readWorldFiles } from './read-world-files.ts'

interface Reader {
  readonly readPasted: typeof readPasted
  readonly readWorldFiles: typeof readWorldFiles
}

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

type Read = ReturnType<typeof readWorldFiles>

interface PasteProps {
  readonly kind: 'zone' | 'yaml'
  readonly facts: WorldDocument | undefined
  readonly onText: (text: string) => void
}

/** A text that the visitor pastes or writes. A world file begins with the facts that there are. */
const Paste = ({ kind, facts, onText }: PasteProps) => {
  const [text, setText] = useState(() => (kind === 'zone' || facts === undefined ? '' : JSON.stringify(facts, null, 2)))
  const { label, hint, example } = texts.pasted[kind]
  return (
    <div className="mt-3">
      <TextArea
        isMono
        label={label}
        hint={hint}
        rows={8}
        value={text}
        placeholder={example}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      >
        <div className="mt-2.5 flex flex-wrap gap-2.5">
          <Button isSmall disabled={text.trim() === ''} onClick={() => onText(text)}>
            {texts.read}
          </Button>
          <Button isSmall variant="ghost" onClick={() => setText(example)}>
            {texts.example}
          </Button>
        </div>
      </TextArea>
    </div>
  )
}

interface WorldFileProps {
  readonly facts: WorldDocument | undefined
  /** The zone of lines that don't name it. */
  readonly domain: string
  readonly onChange: (facts: WorldDocument | undefined) => void
}

/** Facts from texts and files: zone lines, a world file, zone files. Invalid ones leave the facts unchanged. */
export const WorldFile = ({ facts, domain, onChange }: WorldFileProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<{ readonly name: string; readonly warnings: readonly string[] }>()
  const [open, setOpen] = useState<PasteProps['kind']>()
  const [refused, refuse] = useState<FileError>()
  const take = async (name: string, reading: (code: Reader) => Promise<Read>): Promise<void> => {
    try {
      const answer = await reading(await import('./read-world-files.ts'))
      if ('error' in answer) return refuse(answer.error)
      refuse(undefined)
      setRead({ name, warnings: answer.warnings })
      onChange(answer.world)
    } catch {
      toast('warning', texts.notLoaded)
    }
  }
  const readFiles = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    await take(files.map(({ name }) => name).join(', '), async (code) =>
      code.readWorldFiles(
        await Promise.all(
          files.map(async (file) => ({ name: file.name, octets: new Uint8Array(await file.arrayBuffer()) })),
        ),
      ),
    )
  }
  const drop = useFileDrop((files) => void readFiles(files))
  const choose = () => picker.current?.click()
  return (
    <div className={drop.isOver ? 'outline-2 outline-offset-8 outline-signal' : undefined} {...drop.handlers}>
      {/* Zone files have any ending. */}
      <FileInput ref={picker} multiple aria-label={texts.file} onFiles={(files) => void readFiles(files)} />
      {facts === undefined ? null : (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {read === undefined ? null : <b className="font-mono font-medium wrap-anywhere">{read.name}</b>}
          <span className="muted">
            {texts.size(bytesOf(facts))}, {countFacts(facts)}
          </span>
          <TextButton
            className="min-h-6"
            onClick={() => {
              onChange(undefined)
              setRead(undefined)
            }}
          >
            {texts.removeAll}
          </TextButton>
        </p>
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
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-ui [&>*]:min-h-7">
        {(['zone', 'yaml'] as const).map((kind) => (
          <TextButton
            key={kind}
            aria-expanded={open === kind}
            onClick={() => setOpen((before) => (before === kind ? undefined : kind))}
          >
            {texts.pasted[kind].open}
          </TextButton>
        ))}
        <TextButton onClick={choose}>{texts.choose}</TextButton>
        <a className="inline-flex items-center" href="/docs/world-files">
          {texts.allFields}
        </a>
      </p>
      {open === undefined ? null : (
        <Paste
          key={open}
          kind={open}
          facts={facts}
          onText={(text) =>
            void take(texts.pasted[open].label, async (code) => code.readPasted(facts, text, domain.trim()))
          }
        />
      )}
    </div>
  )
}
