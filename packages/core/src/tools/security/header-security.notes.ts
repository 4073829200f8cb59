import { info, warning } from '../../reports/finding.ts'
import { duration } from '../../reports/wording.ts'
import type { SecurityHeader } from '../../world/answers/web.ts'
import type { HeaderWord } from './header-security.ts'

type Weakness = readonly [title: string, detail: string]

/** The purpose of a header, and the effect of a missing or weak value. */
export interface Note {
  readonly code: HeaderWord
  readonly purpose: string
  readonly missing: readonly [make: typeof warning, title: string, detail: string]
  readonly weak: Weakness | ((seconds: number) => Weakness)
  /** The first step, if sending the header at once can break the site. */
  readonly begin: string
}

const NOTES: Readonly<Record<SecurityHeader['name'], Note>> = {
  'Content-Security-Policy': {
    code: 'csp',
    purpose: 'tells browsers which scripts to trust',
    missing: [
      warning,
      'Any script that gets into a page runs',
      'Without Content-Security-Policy, one vulnerability in a form or a plugin lets an attacker act as the visitor.',
    ],
    weak: ['The script policy allows everything', "It has a * and 'unsafe-inline', so it stops no script at all."],
    begin: 'Test it as Content-Security-Policy-Report-Only for a week first.',
  },
  'Strict-Transport-Security': {
    code: 'hsts',
    purpose: 'keeps browsers on HTTPS (RFC 6797)',
    missing: [
      warning,
      'Nothing keeps browsers on HTTPS',
      'Someone in the same network can answer the first, unencrypted request in place of the site (RFC 6797).',
    ],
    weak: (seconds) => [
      `Browsers forget HTTPS after ${seconds === 300 ? 'five minutes' : duration(seconds)}`,
      `A max-age of ${seconds} s protects one visit, not the next (RFC 6797).`,
    ],
    begin:
      'First make sure that every subdomain supports HTTPS: browsers keep this policy until max-age has passed or they receive max-age=0.',
  },
  'X-Content-Type-Options': {
    code: 'nosniff',
    purpose: 'keeps browsers from guessing types',
    missing: [
      warning,
      'Browsers guess what a file is',
      'An uploaded text or picture can be run as a script when it looks like one.',
    ],
    weak: ['X-Content-Type-Options has an invalid value', 'Browsers know only nosniff.'],
    begin: '',
  },
  'X-Frame-Options': {
    code: 'frames',
    purpose: 'keeps other sites from framing this one',
    missing: [
      warning,
      'Other sites can put this one into a frame',
      'Visitors may click on something other than what they see (RFC 7034).',
    ],
    weak: ['X-Frame-Options has an invalid value', 'Browsers know only DENY and SAMEORIGIN (RFC 7034).'],
    begin: '',
  },
  'Referrer-Policy': {
    code: 'referrer',
    purpose: 'keeps addresses of pages from other sites',
    missing: [
      info,
      'The browser decides what other sites learn',
      'Today most browsers send only the origin, as this header would tell them to; older ones send the whole address.',
    ],
    weak: [
      'Other sites learn the whole address of each page',
      'With unsafe-url, tokens and search words in the address go to every linked site.',
    ],
    begin: '',
  },
  'Permissions-Policy': {
    code: 'permissions',
    purpose: 'blocks camera, location and microphone',
    missing: [
      info,
      'Any script on a page may ask for camera and microphone',
      "Scripts from elsewhere count as the site's own, so browsers ask visitors in the name of the site.",
    ],
    weak: ['Permissions-Policy has an invalid value', 'Browsers ignore a list that they cannot read.'],
    begin: '',
  },
}

/** Returns the purpose of a security header, and the effect of a missing or weak value on visitors. */
export const noteOn = (header: SecurityHeader['name']): Note => NOTES[header]
