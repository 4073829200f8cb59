import { badges, toolBadges, type ToolDefinition } from '@netbox/core'

/** Returns the badges of a tool except the badge of the security check, because every public tool page shows that check. */
export const badgesBesideCaptcha = (tool: ToolDefinition): string[] =>
  toolBadges(tool).filter((badge) => badge !== badges.captcha)
