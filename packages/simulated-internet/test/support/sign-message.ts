import { createHash, type KeyObject, sign } from 'node:crypto'

/**
 * Signs a message with an Ed25519 key (RFC 8463), with simple canonicalization. Each character is one octet. nodemailer signs only with RSA,
 * and no octets above 127.
 */
export const signMessage = (header: string, body: string, key: KeyObject, domain: string, selector: string): string => {
  const names = header.split('\r\n').flatMap((line) => (line === '' ? [] : [line.slice(0, line.indexOf(':'))]))
  const hash = createHash('sha256').update(body, 'latin1').digest('base64')
  const field = `DKIM-Signature: v=1; a=ed25519-sha256; d=${domain}; s=${selector}; h=${names.join(':')}; bh=${hash}; b=`
  const signature = sign(
    null,
    createHash('sha256')
      .update(header + field, 'latin1')
      .digest(),
    key,
  ).toString('base64')
  return `${field}${signature}\r\n${header}\r\n${body}`
}
