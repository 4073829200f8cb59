import { refusedOptions } from './texts/matrix-texts.ts'

/** The commands that had another name before, with the new one. */
export const OLD_COMMANDS: Readonly<Record<string, string>> = { fixtures: 'mail-reports' }

/** The options that had another name before, by command. */
export const OLD_OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  serve: { for: 'domains', port: 'dns-port' },
}

/** Returns the sentence about an option under its old name, or one that a command can't have; undefined for other options. */
export const renamedOption = (command: string, option: string): string | undefined => {
  const refused = command === 'matrix' ? refusedOptions[option] : undefined
  if (refused !== undefined) return `'--${option}' is no option of netbox ${command}. ${refused}`
  const now = OLD_OPTIONS[command]?.[option]
  return now === undefined ? undefined : `'--${option}' is called --${now} now.`
}
