import { badges, toolBadges, type ToolDefinition } from '@netbox/core'

/** Returns the badges of a tool but that of the security check: every tool of the public pages asks for it, and says so where it stands. */
export const badgesBesideCaptcha = (tool: ToolDefinition): string[] =>
  toolBadges(tool).filter((badge) => badge !== badges.captcha)
