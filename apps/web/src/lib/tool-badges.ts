import { badges, toolBadges, type ToolDefinition } from '@netbox/core'

/** Returns the badges of a tool without the security check's, because every public tool page already shows that check. */
export const badgesBesideCaptcha = (tool: ToolDefinition): string[] =>
  toolBadges(tool).filter((badge) => badge !== badges.captcha)
