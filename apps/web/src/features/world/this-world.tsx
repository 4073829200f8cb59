import { freshSeed, MINUTE, severityWords } from '@netbox/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { SharedWorld } from '../../components/run/read-world.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { CopyGlyph, DownloadGlyph, ShareGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { saveFile } from '../../lib/page/clipboard.ts'
import { showPageFailure } from '../../lib/page/load-code.ts'
import { type Entry, entryBefore, lastArrival } from '../../lib/page/navigation.ts'
import { fieldsOf } from '../../lib/page/storage.ts'
import { useSettled } from '../../lib/page/time.ts'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { comparePath, isTooLong, shellCommand, WORLD_FILE, worldPath } from '../../lib/runs/run-links.ts'
import { chooseWorld } from '../../lib/world/visit.ts'
import { type ChosenWorld, isOwn } from '../../lib/world/world.ts'
import { toolRunNotices } from '../../texts/tool-run.ts'
import { worldTexts as texts } from '../../texts/world.ts'
import { worldWords } from '../../texts/world-strip.ts'
import type { CheckedWorld } from './check-world.ts'
import { Refusal } from './faults.tsx'
import type { Preview } from './preview.ts'

const WORLD_PARTS = ['seed', 'scenario', 'at', 'world']

/** Returns the address of the tool and the input of somebody's link; undefined for an address without a world, and for the visitor's own run. */
const linkedInput = (entry: Entry | undefined): string | undefined => {
  const query = new URLSearchParams(entry?.search)
  if (entry === undefined || isOwn(entry.state) || !WORLD_PARTS.some((part) => query.has(part))) return undefined
  const input = query.get('input')
  return input === null ? entry.pathname : `${entry.pathname}?${new URLSearchParams({ input }).toString()}`
}

/** Keeps in the entry of the history from where the visitor came, so that "Use this world" returns there after a reload too. */
const useOrigin = (): void => {
  useEffect(() => {
    if (lastArrival() !== 'link') return
    history.replaceState({ ...fieldsOf(history.state), origin: linkedInput(entryBefore()) ?? true }, '')
  }, [])
}

/** The effect of a world on a domain: the last one known, which may be of an earlier draft. */
interface Effect {
  readonly key: string
  readonly preview?: Preview | undefined
  /** Why the domain can't be checked. */
  readonly problem?: string | undefined
}

/** Computes what a world does to a domain, a moment after its last change. A world without a seed gets one for the page. */
export const usePreview = (
  world: ChosenWorld | undefined,
  domain: string,
  { now, isWanted }: { readonly now: number; readonly isWanted: boolean },
) => {
  const [sample] = useState(freshSeed)
  const [effect, setEffect] = useState<Effect>()
  const shared: SharedWorld | undefined = world && {
    ...world,
    seed: world.seed ?? sample,
    at: world.at ?? new Date(Math.floor(now / MINUTE) * MINUTE).toISOString(),
  }
  const key = shared === undefined ? '' : JSON.stringify([domain.trim(), shared])
  const settled = useSettled(key)
  useEffect(() => {
    if (!isWanted || settled === '') return undefined
    let isCurrent = true
    // The cast is safe: the key above was written from these values.
    const [name, order] = JSON.parse(settled) as [string, SharedWorld]
    const compute = async (): Promise<void> => {
      const { previewWorld } = await import('./preview.ts')
      const found = await previewWorld(name, order)
      if (isCurrent) setEffect((last) => ({ key: settled, preview: last?.preview, ...found }))
    }
    compute().catch(() => isCurrent && showPageFailure(true))
    return () => {
      isCurrent = false
    }
  }, [isWanted, settled])
  return { preview: effect?.preview, problem: effect?.problem, isOld: effect?.key !== key }
}

const Steps = ({ steps }: Pick<Preview, 'steps'>) => (
  <ul className="mt-2.5 border-t border-rule" aria-label={texts.steps}>
    {steps.map(({ title, severity, sentence, change, was }) => (
      <li
        key={title}
        className="grid grid-cols-[16px_minmax(0,1fr)] content-center gap-x-2.5 border-b border-rule py-2 text-ui leading-ui [&>svg]:mt-0.5 [&>svg]:size-4"
      >
        <StatusGlyph severity={severity} />
        <span className="wrap-anywhere">
          <span className="vh">{severityWords[severity].label}: </span>
          <b className="font-semibold">{title}</b>{' '}
          {change === 'none' ? <span className="text-ink-2">{texts.unchanged}</span> : sentence}
          {was === undefined ? null : <del className="block text-sm text-ink-2">{was}</del>}
          {change === 'data' ? <span className="block text-sm text-ink-2">{texts.otherData}</span> : null}
        </span>
      </li>
    ))}
  </ul>
)

/** Returns the path that compares a report in this world with that in the world without the visitor's facts. */
const comparisonOf = ({ domain, world, tool }: Preview): string => {
  const order = { ...world, tool, input: domain }
  return comparePath({ ...order, world: undefined }, order)
}

interface ThisWorldProps extends ReturnType<typeof usePreview> {
  readonly checked: CheckedWorld
  /** Whether all fields of the page can be read. */
  readonly isRead: boolean
  readonly domain: string
  readonly onDomain: (domain: string) => void
  readonly now: number
}

/** The world that the page describes: what it does to one domain, how to use it, and how to pass it on. */
export const ThisWorld = ({
  checked: { world, problems },
  isRead,
  domain,
  onDomain,
  now,
  preview,
  problem,
  isOld,
}: ThisWorldProps) => {
  const [, navigate] = useLocation()
  useOrigin()
  const use = () => {
    if (world === undefined) return
    chooseWorld(world)
    // A visitor who came from a page of the site continues there. Somebody's link has a world of its own, so only its input is kept.
    const { origin } = fieldsOf(history.state)
    if (typeof origin === 'string') navigate(origin)
    else if (origin === true || document.referrer.startsWith(`${location.origin}/`)) history.back()
    else navigate('/')
  }
  const isOff = world === undefined || !isRead
  const command = shellCommand({ tool: 'mx-record', input: domain.trim(), ...world })
  const words = world === undefined ? undefined : worldWords(world, now)
  return (
    <Card
      title={texts.thisWorld}
      className="sticky top-4 max-lg:static lg:max-h-[calc(100vh-var(--spacing-8))] lg:overflow-y-auto"
    >
      <p className="sm muted -mt-2 min-h-5 font-mono wrap-anywhere" suppressHydrationWarning>
        {words === undefined
          ? ''
          : [words.seed ?? '', words.faults, words.rest].filter((part) => part !== '').join(' · ')}
      </p>
      <div className="mt-3">
        <TextField
          isMono
          label={texts.effectOn}
          value={domain}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={world?.seed === undefined ? texts.sample : texts.computed}
          error={isOld ? undefined : problem}
          onChange={({ currentTarget }) => onDomain(currentTarget.value)}
        />
      </div>
      <div className={`mt-3 min-h-[410px] transition-opacity ${isOld ? 'opacity-70' : ''}`} aria-busy={isOld}>
        <p className="min-h-12 font-display text-md leading-head font-medium" role="status">
          {preview?.sentence ?? texts.effectToCome}
        </p>
        {preview === undefined ? null : <Steps steps={preview.steps} />}
      </div>
      <Refusal>{problems.world}</Refusal>
      <div className="mt-3.5 grid min-h-[90px] content-start gap-2.5">
        <Button variant="primary" disabled={isOff} onClick={use}>
          {texts.use}
        </Button>
        {preview?.world.world === undefined || isTooLong(preview.world) ? null : (
          <ButtonLink isSmall href={comparisonOf(preview)}>
            {texts.compareWithout}
          </ButtonLink>
        )}
      </div>
      <h3 className="mt-4 mb-1.5 font-sans text-sm font-semibold tracking-normal">{texts.sameTitle}</h3>
      <p className="min-h-[84px] border border-rule-2 bg-well px-3 py-2 text-sm">
        <code className="wrap-anywhere" aria-label={texts.command}>
          {command}
        </code>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button isSmall disabled={isOff} onClick={() => void copyAndSay(command, toolRunNotices)}>
          <CopyGlyph />
          {texts.copyCommand}
        </Button>
        {world?.world === undefined ? null : (
          <Button
            isSmall
            onClick={() => saveFile(WORLD_FILE, `${JSON.stringify(world.world, null, 2)}\n`, 'application/json')}
          >
            <DownloadGlyph />
            {texts.saveFile(WORLD_FILE)}
          </Button>
        )}
        {world !== undefined && isTooLong(world) ? (
          <p className="sm muted self-center">{texts.shareTooLong}</p>
        ) : (
          <Button
            isSmall
            disabled={isOff}
            onClick={() =>
              world === undefined ? undefined : void copyAndSay(location.origin + worldPath(world), toolRunNotices)
            }
          >
            <ShareGlyph />
            {texts.share}
          </Button>
        )}
      </div>
    </Card>
  )
}
