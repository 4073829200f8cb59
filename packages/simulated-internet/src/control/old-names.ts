/** The paths and fields of the control API that had another name before. Each is refused with the new one. */
export const OLD_NAMES: Readonly<Record<string, string>> = {
  '/asked': '/requests',
  '/expected': '/findings',
  for: 'domains',
}

/** Returns the sentence about an old name, or undefined for other names. */
export const renamed = (name: string): string | undefined =>
  Object.hasOwn(OLD_NAMES, name) ? `'${name}' is called ${OLD_NAMES[name]} now.` : undefined
