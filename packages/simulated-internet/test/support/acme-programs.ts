import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * ACME clients for judges, which are unpacked from their Debian packages and from npm, and never installed.
 */

/** The name of their certificates, which leads to their own server at port 80. */
export const NAME = 'www.shop.example'

// With the modules of certbot that Debian's Python doesn't have by itself.
const PACKAGES = [
  'pebble acme-tiny lego uacme dehydrated certbot python3-certbot python3-acme python3-josepy python3-configargparse',
  'python3-configobj python3-parsedatetime python3-rfc3339 python3-tz python3-requests python3-urllib3',
  'python3-idna python3-certifi python3-chardet python3-charset-normalizer',
].flatMap((line) => line.split(' '))

/** Returns the command of certbot in docs/acme.md. */
const documented = (): string => {
  const page = readFileSync(new URL('../../../../docs/acme.md', import.meta.url), 'utf8')
  const [, command = ''] = /-- \\\n\s+(certbot .*)\n/.exec(page) ?? []
  return command
}

/** Starts the file server of the challenges. */
const FILES = `mkdir -p www/.well-known/acme-challenge; /usr/bin/python3 -m http.server -d www 80 2>/dev/null & SERVER=$!
  until curl -s http://localhost/ >/dev/null; do :; done`

/** A program with the package acme-client. */
const NPM_CLIENT = `import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import acme from 'acme-client'

const files = new Map()
const server = createServer(({ url }, response) => response.end(files.get(url.split('/').at(-1)))).listen(80)
const client = new acme.Client({ directoryUrl: process.env.DIRECTORY, accountKey: await acme.crypto.createPrivateKey() })
const [, csr] = await acme.crypto.createCsr({ altNames: ['${NAME}'] })
const chain = await client.auto({
  csr,
  email: 'a@shop.example',
  termsOfServiceAgreed: true,
  skipChallengeVerification: true,
  challengeCreateFn: async (_, { token }, text) => files.set(token, text),
  challengeRemoveFn: async (_, { token }) => files.delete(token),
})
writeFileSync('chain.pem', chain)
server.close()
`

/** The scripts of the clients by their names. Each one writes its chain to a file. */
export const clients: Readonly<Record<string, string>> = {
  certbot: `PYTHONPATH=$ROOT/usr/lib/python3/dist-packages /usr/bin/python3 $ROOT/usr/bin/${documented()} -n --config-dir c --work-dir w --logs-dir l $OPTIONS
    cp c/live/${NAME}/fullchain.pem chain.pem`,
  'lego, http-01': `$ROOT/usr/bin/lego --accept-tos -m a@shop.example --path . --http -s $DIRECTORY -d ${NAME} run
    cp certificates/${NAME}.crt chain.pem`,
  'lego, tls-alpn-01': `$ROOT/usr/bin/lego --accept-tos -m a@shop.example --path . --tls -s $DIRECTORY -d ${NAME} run
    cp certificates/${NAME}.crt chain.pem`,
  uacme: `${FILES}
    printf '#!/bin/sh\n[ "$2" = http-01 ] || exit 1\n[ "$1" = begin ] && printf %%s "$5" > www/.well-known/acme-challenge/$4\nexit 0\n' > hook
    chmod +x hook; $ROOT/usr/bin/uacme -a $DIRECTORY -y -c u new a@shop.example
    $ROOT/usr/bin/uacme -a $DIRECTORY -c u -h ./hook issue ${NAME}; kill $SERVER; cp u/${NAME}/cert.pem chain.pem`,
  dehydrated: `${FILES}
    printf 'BASEDIR=%s\nWELLKNOWN=%s\nCA=%s\n' "$PWD" "$PWD/www/.well-known/acme-challenge" $DIRECTORY > config
    bash $ROOT/usr/bin/dehydrated -f config --register --accept-terms
    bash $ROOT/usr/bin/dehydrated -f config -c -d ${NAME}; kill $SERVER; cp certs/${NAME}/fullchain.pem chain.pem`,
  'acme-tiny': `${FILES}
    openssl genrsa -out account.pem 2048 2>/dev/null
    openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj / -addext subjectAltName=DNS:${NAME} -out csr.pem 2>/dev/null
    PYTHONPATH=$ROOT/usr/lib/python3/dist-packages /usr/bin/python3 -m acme_tiny --account-key account.pem --csr csr.pem \
      --acme-dir www/.well-known/acme-challenge --directory-url $DIRECTORY > chain.pem; kill $SERVER`,
  'acme-client of npm': `${process.execPath} $ROOT/acme-client.mjs`,
}

/** Downloads the clients into a folder, and unpacks them. Returns the folder with their files. */
export const unpackClients = (folder: string): string => {
  const root = join(folder, 'root')
  execFileSync('apt-get', ['download', ...PACKAGES], { cwd: folder, stdio: 'ignore' })
  execFileSync('sh', ['-c', 'for each in *.deb; do dpkg-deb -x "$each" root; done'], { cwd: folder })
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', root, 'acme-client@5.4.0'], {
    stdio: 'ignore',
  })
  writeFileSync(join(root, 'acme-client.mjs'), NPM_CLIENT)
  return root
}
