import { readScenario } from '@netbox/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { anyWorld } from '../../lib/run-order.ts'
import { useWorld } from '../../lib/visit.ts'
import type { World } from './open-item.ts'
import { type Query, splitQuery, type Subject } from './split-query.ts'

/** The content of the field: an input that has become a token, and the text after it. */
export interface Typed {
  readonly token?: Subject | undefined
  readonly text: string
}

const taken = (subject: Subject, text: string): Typed => ({
  token: subject,
  text: subject.kind === 'headers' ? '' : text.replace(subject.text, ' ').trim().replaceAll(/\s+/g, ' '),
})

/** Turns the input in a complete text into a token; the text was pasted, or typed before the palette opened. */
export const readTyped = (text: string): Typed => {
  const { subject } = splitQuery(text)
  return subject === undefined ? { text } : taken(subject, text)
}

/** Turns an input into a token while the user types, as soon as another character follows it. */
export const settle = (text: string): Typed => {
  const { subject } = splitQuery(text)
  if (subject === undefined || !/\s/.test(text) || text.endsWith(subject.text)) return { text }
  return taken(subject, text)
}

/** Returns the query in the field; the text after a token is only words. */
export const queryOf = ({ token, text }: Typed): Query => {
  const query = splitQuery(text)
  if (token === undefined) return query
  return { ...query, subject: token, words: `${query.words} ${query.subject?.text ?? ''}`.trim() }
}

/** Keeps the text typed into the palette. */
export const usePaletteQuery = (initial: string) => {
  const [typed, set] = useState<Typed>(() => readTyped(initial))
  const { token, text } = typed
  const dissolve = (): void => {
    if (token !== undefined) set({ text: token.kind === 'headers' ? text : `${token.text} ${text}`.trim() })
  }
  return {
    token,
    text,
    query: queryOf(typed),
    dissolve,
    type: (next: string): void => set(token === undefined ? settle(next) : { token, text: next }),
    /** Turns a pasted input into a token, because a single-line field would lose the line breaks of headers. */
    onPaste: (event: ClipboardEvent<HTMLInputElement>): void => {
      const pasted = readTyped(event.clipboardData.getData('text/plain'))
      if (pasted.token === undefined || text !== '') return
      event.preventDefault()
      set(pasted)
    },
    /** Makes Ctrl A select the token too, so that the next key replaces everything. */
    onSelectAll: (event: KeyboardEvent<HTMLInputElement>): void => {
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || token === undefined) return
      event.preventDefault()
      const field = event.currentTarget
      // The token becomes text again.
      flushSync(dissolve)
      field.select()
    },
    onBackspace: (event: KeyboardEvent<HTMLInputElement>): void => {
      if (event.key !== 'Backspace' || event.currentTarget.selectionEnd !== 0 || token === undefined) return
      // The token becomes text again.
      event.preventDefault()
      dissolve()
    },
  }
}

const knownScenario = (text: string): string => {
  try {
    return readScenario(text)
  } catch {
    return ''
  }
}

/** Keeps the chosen seed and scenario. Without a choice, the options of a typed command apply, then the world of the visit. */
export const usePaletteWorld = ({ seed, scenario = '' }: Query): [World, (world: World) => void] => {
  const [chosen, choose] = useState<Partial<World>>({})
  const visit = useWorld()
  const name = chosen.scenario ?? (knownScenario(scenario) || visit.scenario)
  // Without a fault there is nothing to say, unless the visit has one.
  const isPlain = name === anyWorld.scenario && visit.scenario === anyWorld.scenario
  return [{ seed: chosen.seed ?? seed ?? visit.seed ?? '', scenario: isPlain ? '' : name }, choose]
}
