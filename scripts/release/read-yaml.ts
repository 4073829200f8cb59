import { parse } from 'yaml'

/** Reads a YAML document. Throws where it is none. */
export const readYaml = (text: string): unknown => parse(text, { strict: true })
