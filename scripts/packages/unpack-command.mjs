// unpack-command.mjs FOLDER: packs the built command and unpacks it in a folder that other users can read, as an installation does. In
// FOLDER/bin are `netbox` and the Node that runs this script, for a PATH.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './pack.mjs'

const [, , folder] = process.argv
const tarball = pack({ root: fileURLToPath(new URL('../..', import.meta.url)), folder: 'apps/cli', into: folder })
const [command, bin] = [join(folder, 'command'), join(folder, 'bin')]
mkdirSync(command)
execFileSync('tar', ['-xzf', tarball, '-C', command])
const launcher = join(command, 'package/bin/netbox.cjs')
chmodSync(launcher, 0o755)
mkdirSync(bin)
symlinkSync(launcher, join(bin, 'netbox'))
symlinkSync(process.execPath, join(bin, 'node'))
chmodSync(folder, 0o755)
