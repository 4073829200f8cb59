import { parse } from 'yaml'

/** An instruction of a Dockerfile. */
export interface Instruction {
  /** The number of the instruction's build stage, from 0. */
  readonly stage: number
  readonly name: string
  readonly words: readonly string[]
}

/** Parses a Dockerfile: removes comments and joins continued lines. Throws if a line is not an instruction. */
export const readDockerfile = (text: string): Instruction[] => {
  let stage = -1
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.split(/\s+/)
      if (!/^(?:FROM|ENV|WORKDIR|COPY|RUN|VOLUME|USER|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD)$/.test(name))
        throw new Error(`The Dockerfile has a line that begins with '${name}'.`)
      if (name === 'FROM') stage += 1
      return { stage, name, words }
    })
}

/** Parses a YAML document. Throws if it is invalid. */
export const readYaml = (text: string): unknown => parse(text, { strict: true })
