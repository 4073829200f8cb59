import { createRequire } from 'node:module'

// The reader of YAML comes with the tool that plans releases: one of our own would be a dependency for two tests.
const require = createRequire(createRequire(import.meta.url).resolve('@changesets/parse'))

/** Reads a YAML document. Throws where it is none. */
export const readYaml = (text: string): unknown => {
  // The package's own type, as far as it is needed here.
  const { parse } = require('yaml') as { parse: (text: string, options: { strict: boolean }) => unknown }
  return parse(text, { strict: true })
}
