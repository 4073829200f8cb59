import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const run = promisify(execFile)
// The file behind the package's command `oazapfts`.
const generator = fileURLToPath(new URL('cli.js', import.meta.resolve('oazapfts')))

/** A folder with a client that was generated from a running service, and a program that uses the client. */
export interface GeneratedClient {
  readonly clientPath: string
  /** Type-checks the client and the program. Returns the compiler's output, which is empty on success. */
  check(): Promise<string>
  /** Runs the program against a service and returns its result. */
  runConsumer(url: string): Promise<unknown>
  remove(): Promise<void>
}

// The strictest options, except `exactOptionalPropertyTypes`: the generator's runtime does not compile with it.
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

/** Generates a client from a service's OpenAPI document, with the command `oazapfts`. */
export const generateClient = async (url: string): Promise<GeneratedClient> => {
  const folder = await mkdtemp(join(tmpdir(), 'netbox-client-'))
  const clientPath = join(folder, 'client.ts')
  await symlink(at('../../node_modules'), join(folder, 'node_modules'), 'junction')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await copyFile(at('consumer.ts'), join(folder, 'consumer.ts'))
  await run(process.execPath, [generator, `${url}/api/openapi.json`, clientPath])
  return {
    clientPath,
    check: async () => {
      const compiler = at('../../node_modules/typescript/bin/tsc')
      const answer = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error)
      return answer.stdout
    },
    runConsumer: async (service) => {
      const { stdout } = await run(process.execPath, [join(folder, 'consumer.ts'), service])
      const facts: unknown = JSON.parse(stdout)
      return facts
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
