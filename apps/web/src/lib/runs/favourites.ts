import { badges, findTool, type Tool, toolBadges, type ToolDefinition } from '@netbox/core'
import { createKeptStore } from '../page/store.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const favourites = createKeptStore<readonly string[]>({
  key: 'netbox_favorites',
  initial: [],
  read: (value) => (Array.isArray(value) ? [...new Set(value.filter(isText))] : []),
})

/** Subscribes to the ids of the favorite tools, the most recent last. */
export const useFavourites = (): readonly string[] => favourites.use()

/** Makes a tool a favorite, or removes it from the favorites. */
export const toggleFavourite = (id: string): void =>
  favourites.update((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))

/** Puts the favorite tools of a list first; otherwise, the order of the list stays the same. */
export const favouritesFirst = (tools: readonly Tool[], ids: readonly string[]): Tool[] => [
  ...tools.filter(({ id }) => ids.includes(id)),
  ...tools.filter(({ id }) => !ids.includes(id)),
]

/** Returns the favorite tools, without the ids of tools that no longer exist. */
export const favouriteTools = (ids: readonly string[]): Tool[] => ids.flatMap((id) => findTool(id) ?? [])

/** Returns the badges of a tool except the badge of the security check, because every public tool page shows that check. */
export const badgesBesideCaptcha = (tool: ToolDefinition): string[] =>
  toolBadges(tool).filter((badge) => badge !== badges.captcha)
