import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Unpacks Debian packages into a new folder. They are never installed. */
export const unpack = (packages: string, root: string): void => {
  mkdirSync(root)
  const script = `apt-get download -qq ${packages} && for each in *.deb; do dpkg-deb -x "$each" .; done`
  execFileSync('sh', ['-c', script], { cwd: root, stdio: 'ignore' })
}
