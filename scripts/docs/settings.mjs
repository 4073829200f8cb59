import { tableOf } from './tables.mjs'

const SECTION = /^# --- (.+?) -+$/
const SETTING = /^(# )?([A-Z][A-Z_]+)=(.*)$/

/**
 * Reads .env.example: sections, in them settings, each below its explanation. A default that isn't the value of the line is at the end of
 * the explanation. A setting without an explanation shares the one above.
 *
 * @param {string} text
 * @returns {{ section: string, name: string, value: string, meaning: string }[]}
 */
export const readSettings = (text) => {
  const settings = []
  let [section, comment] = ['', []]
  for (const line of text.split('\n')) {
    const [, isOff, name, value] = SETTING.exec(line) ?? []
    if (SECTION.test(line)) section = SECTION.exec(line)[1]
    else if (name !== undefined) {
      const [meaning, fallback] = comment.join(' ').split(/\s*Default: /)
      const standard = isOff === undefined ? `\`${value}\`` : (fallback ?? 'none')
      settings.push(
        comment.length > 0
          ? { section, name, value: standard, meaning }
          : { ...settings.at(-1), section, name, value: standard },
      )
      comment = []
    } else if (line.startsWith('# ')) comment.push(line.slice(2))
    else comment = []
  }
  return settings
}

/** Returns the page with a table for each section of .env.example. */
export const settingsPage = (settings) => {
  const sections = [...new Set(settings.map(({ section }) => section))].map((section) => {
    const rows = settings
      .filter((one) => one.section === section)
      .map(({ name, value, meaning }) => [`\`${name}\``, value, meaning])
    return `## ${section}\n\n${tableOf(['variable', 'default', 'meaning'], rows)}\n`
  })
  return `<!-- Made by \`npm run reference\` from .env.example. Edits here are lost. -->\n
# Settings\n
Every setting of the service. [How to set them](../configuration.md).\n
${sections.join('\n')}`
}
