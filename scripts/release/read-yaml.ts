import { parse } from 'yaml'

/** Parses a YAML document. Throws if it is invalid. */
export const readYaml = (text: string): unknown => parse(text, { strict: true })
