import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { node } from './run.mjs'

const require = createRequire(import.meta.url)
const attw = require.resolve('@arethetypeswrong/cli/package.json')

/** Checks with publint whether a tarball's package.json has the same meaning for every tool. */
export const checkManifest = async (tarball) => {
  const file = readFileSync(tarball)
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) },
  })
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'))
}

/** Checks with attw whether imports of a tarball's types resolve in the same way as imports of its code. */
export const checkTypeResolution = (tarball, cwd) => {
  const command = join(dirname(attw), require(attw).bin.attw)
  node([command, '--no-definitely-typed', '--profile', 'esm-only', tarball], { cwd })
}
