import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Unpacks Debian packages into a new folder, with `lib` in `usr` too, as installed. They are never installed. */
export const unpack = (packages: string, root: string): void => {
  mkdirSync(root)
  const script = `apt-get download -qq ${packages} && for each in *.deb; do dpkg-deb -x "$each" .; done; [ ! -d lib ] || cp -a lib/. usr/lib`
  execFileSync('sh', ['-c', script], { cwd: root, stdio: 'ignore' })
}
