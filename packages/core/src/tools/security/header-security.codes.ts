import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `header-security`, by code. */
export const headerSecurityCodes = findingKinds({
  'headers-client-cert-required': { title: 'The web server requires a client certificate', severities: ['critical'] },
  'headers-closed': { title: 'The web server does not answer on port 443', severities: ['critical'] },
  'headers-csp': { title: 'Content-Security-Policy tells browsers which scripts to trust', severities: ['pass'] },
  'headers-csp-missing': { title: 'Any script that gets into a page runs', severities: ['warning'] },
  'headers-csp-weak': { title: 'The script policy allows everything', severities: ['warning'] },
  'headers-frames': {
    title: 'X-Frame-Options keeps other sites from framing this one',
    severities: ['pass'],
    rfc: 'RFC 7034',
  },
  'headers-frames-covered': {
    title: 'frame-ancestors in Content-Security-Policy keeps other sites from framing this one',
    severities: ['pass'],
  },
  'headers-frames-missing': {
    title: 'Other sites can put this one into a frame',
    severities: ['warning'],
    rfc: 'RFC 7034',
  },
  'headers-frames-weak': { title: 'X-Frame-Options has an invalid value', severities: ['warning'], rfc: 'RFC 7034' },
  'headers-cut': { title: 'Every response ends in the middle', severities: ['critical'], rfc: 'RFC 9112' },
  'headers-hsts': { title: 'Strict-Transport-Security keeps browsers on HTTPS', severities: ['pass'], rfc: 'RFC 6797' },
  'headers-hsts-missing': { title: 'Nothing keeps browsers on HTTPS', severities: ['warning'], rfc: 'RFC 6797' },
  'headers-hsts-weak': { title: 'Browsers forget HTTPS after five minutes', severities: ['warning'], rfc: 'RFC 6797' },
  'headers-no-response': { title: 'The web server sends no response', severities: ['critical'] },
  'headers-nosniff': { title: 'X-Content-Type-Options keeps browsers from guessing types', severities: ['pass'] },
  'headers-nosniff-missing': { title: 'Browsers guess what a file is', severities: ['warning'] },
  'headers-nosniff-weak': { title: 'X-Content-Type-Options has an invalid value', severities: ['warning'] },
  'headers-permissions': { title: 'Permissions-Policy blocks camera, location and microphone', severities: ['pass'] },
  'headers-permissions-missing': {
    title: 'Any script on a page may ask for camera and microphone',
    severities: ['info'],
  },
  'headers-permissions-weak': { title: 'Permissions-Policy has an invalid value', severities: ['warning'] },
  'headers-rate-limited': { title: 'The web server answers 429', severities: ['critical'], rfc: 'RFC 6585' },
  'headers-redirects-inward': {
    title: 'The web server redirects into the network of the client',
    severities: ['critical'],
    rfc: 'RFC 6890',
  },
  'headers-referrer': { title: 'Referrer-Policy keeps addresses of pages from other sites', severities: ['pass'] },
  'headers-referrer-missing': { title: 'The browser decides what other sites learn', severities: ['info'] },
  'headers-referrer-weak': { title: 'Other sites learn the whole address of each page', severities: ['warning'] },
  'headers-slow': { title: 'The web server answers late', severities: ['warning'] },
  'headers-tls-closes': { title: 'The web server ends the TLS handshake', severities: ['critical'] },
  'headers-unavailable': { title: 'The web server answers with an error', severities: ['critical'], rfc: 'RFC 9110' },
  'headers-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})
