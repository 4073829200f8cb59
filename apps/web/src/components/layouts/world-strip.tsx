import type { WorldDocument } from '@netbox/core'
import { Suspense, useEffect } from 'react'
import { Link } from 'wouter'
import { markWorld } from './mark-world.ts'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { focusHeading } from '../../lib/page/page-start.ts'
import { isChosenWorld, anyWorld } from '../../lib/world/world.ts'
import { chooseWorld, drawWorld, useWorld, useWorldToCome } from '../../lib/world/visit.ts'
import { useHydrated } from '../../lib/page/store.ts'
import { useNow } from '../../lib/page/time.ts'
import { countFacts, stripTexts, type WorldWords, worldWords } from '../../texts/world-strip.ts'
import { IconButton } from '../ui/button.tsx'
import { PartBoundary } from '../ui/page-boundary.tsx'
import { CloseGlyph } from '../ui/glyphs/line-glyphs.tsx'
import { SimulatedGlyph } from '../ui/glyphs/status-glyph.tsx'

const StatedFacts = lazyPart(async () => (await import('../report/stated-facts.tsx')).StatedFacts)

interface RestProps {
  readonly words: string
  readonly facts: WorldDocument
}

/** The rest of the words of a world with own facts, whose number opens them over the page. */
const RestWithFacts = ({ words, facts }: RestProps) => {
  const count = countFacts(facts)
  const [before, after] = words.split(count)
  return (
    <>
      <span className="max-md:sr-only">{before}</span>
      <PartBoundary>
        <Suspense fallback={count}>
          <StatedFacts
            className="inline-block"
            facts={facts}
            label={count}
            panel="absolute inset-x-0 top-full z-3 max-h-[60vh] overflow-auto border-b border-sim-edge bg-sim-wash px-[max(var(--spacing-edge),calc((100%-var(--container-page))/2))] py-3 shadow-float"
          />
        </Suspense>
      </PartBoundary>
      <span className="max-md:sr-only">{after}</span>
    </>
  )
}

interface StripProps {
  /** The words; without them, the script before the first paint fills the strip in, or hides it. */
  readonly words?: WorldWords
  /** The user's own facts. */
  readonly facts?: WorldDocument | undefined
  readonly className?: string
  readonly onNewWorld?: () => void
  readonly onLeave?: () => void
}

const TEXT_BUTTON =
  'cursor-pointer border-0 bg-transparent px-0 py-1 font-sans text-ui font-semibold text-sim underline underline-offset-3 hover:text-ink'

/** The strip below the bar of a page: the world of the visit, and what leads to another one. On a phone, one row has the seed and the faults, and the rest only for listeners. */
export const Strip = ({ words, facts, className = '', onNewWorld, onLeave }: StripProps) => (
  <section
    className={`relative border-0 border-b border-solid border-sim-edge bg-sim-wash text-ui text-sim print:hidden forced-colors:border-b-2 ${words === undefined ? '[:root:not([data-world])_&]:hidden' : ''} ${className}`}
    data-strip
    aria-label={stripTexts.region}
  >
    <div className="wrap grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 py-1 [&>svg]:size-4">
      <SimulatedGlyph />
      <div className="wrap-anywhere max-md:truncate [&>*]:mr-3">
        <b className="max-md:sr-only">{stripTexts.world}</b>
        <code className="text-sm text-ink empty:before:content-(--world-seed)" data-part="seed">
          {words?.seed}
        </code>
        <code className="text-sm text-ink empty:before:content-(--world-faults)" data-part="faults">
          {words?.faults}
        </code>
        <span
          className={`${facts === undefined ? 'max-md:sr-only' : ''} empty:before:content-(--world-rest)`}
          data-part="rest"
        >
          {facts === undefined || words === undefined ? (
            words?.rest
          ) : (
            <RestWithFacts words={words.rest} facts={facts} />
          )}
        </span>
      </div>
      <p className="flex items-center gap-x-4 max-md:gap-x-3">
        <Link className={TEXT_BUTTON} href="/world">
          {stripTexts.change}
        </Link>
        <button type="button" className={TEXT_BUTTON} data-action="new" onClick={onNewWorld}>
          {stripTexts.newWorld}
        </button>
        <IconButton isSmall isSimulated aria-label={stripTexts.leave} data-action="leave" onClick={onLeave}>
          <CloseGlyph />
        </IconButton>
      </p>
    </div>
  </section>
)

const leave = (): void => {
  chooseWorld(anyWorld)
  focusHeading()
}

/** Shows the world of the visit from the first run on, and once the visitor has chosen a fault, a clock or facts. */
export const WorldStrip = ({ className = '' }: Pick<StripProps, 'className'>) => {
  const world = useWorld()
  const now = useNow(20_000)
  const isToCome = useWorldToCome() && !isChosenWorld(world)
  const isKnown = useHydrated() && !isToCome
  useEffect(() => {
    if (isKnown) markWorld(world, now)
  }, [isKnown, world, now])
  if (!isKnown) return <Strip className={className} />
  if (!isChosenWorld(world)) return null
  return (
    <Strip
      className={className}
      words={worldWords(world, now)}
      facts={world.world}
      onNewWorld={drawWorld}
      onLeave={leave}
    />
  )
}
