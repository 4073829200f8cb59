/** The outcomes of examples/python-mailer under each fault. Made by `npm run matrix:example`. */
export const exampleMatrix = {
  seed: 'k3f9',
  faults: [
    {
      fault: 'mx-down',
      group: 'mail',
      outcome: 'survived',
      met: {
        at: 'mx1.shop.example:25',
        came: 'no answer',
      },
    },
    {
      fault: 'spf-permerror',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'dmarc-none',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'dnssec-bogus',
      group: 'names',
      outcome: 'failed',
      met: {
        at: 'shop.example MX',
        came: 'SERVFAIL',
      },
    },
    {
      fault: 'cert-expiring',
      group: 'certificates',
      outcome: 'survived',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate expires in 3 days',
      },
    },
    {
      fault: 'cert-expired',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate expired',
      },
    },
    {
      fault: 'ptr-mismatch',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'block-listed',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'packet-loss',
      group: 'line',
      outcome: 'survived',
      met: {
        at: 'shop.example MX',
        came: 'no answer',
      },
    },
    {
      fault: 'propagation-partial',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'cname-dangling',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'greylisting',
      group: 'mail',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: '450 4.2.0',
      },
    },
    {
      fault: 'catch-all',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'block-lists-refuse',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'block-list-dead',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'ipv6-silent',
      group: 'line',
      outcome: 'survived',
      met: {
        at: 'mx1.shop.example:25',
        came: 'no answer',
      },
    },
    {
      fault: 'ipv6-refused',
      group: 'line',
      outcome: 'survived',
      met: {
        at: 'mx1.shop.example:25',
        came: 'connection refused',
      },
    },
    {
      fault: 'first-address-silent',
      group: 'line',
      outcome: 'not-met',
    },
    {
      fault: 'http-unavailable',
      group: 'web',
      outcome: 'not-met',
    },
    {
      fault: 'http-rate-limited',
      group: 'web',
      outcome: 'not-met',
    },
    {
      fault: 'http-slow',
      group: 'web',
      outcome: 'not-met',
    },
    {
      fault: 'http-cut',
      group: 'web',
      outcome: 'not-met',
    },
    {
      fault: 'ssrf-loopback',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'ssrf-private',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'ssrf-metadata',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'ssrf-mapped',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'ssrf-second',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'rebinding',
      group: 'names',
      outcome: 'not-met',
    },
    {
      fault: 'redirect-inwards',
      group: 'web',
      outcome: 'not-met',
    },
    {
      fault: 'cert-self-signed',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'self-signed certificate',
      },
    },
    {
      fault: 'cert-unknown-root',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate from an unknown authority',
      },
    },
    {
      fault: 'cert-wrong-name',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate for another name',
      },
    },
    {
      fault: 'cert-missing-intermediate',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'no intermediate certificate',
      },
    },
    {
      fault: 'cert-not-yet-valid',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate not valid yet',
      },
    },
    {
      fault: 'cert-weak-key',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'key of 1024 bits',
      },
    },
    {
      fault: 'cert-no-san',
      group: 'certificates',
      outcome: 'survived',
      met: {
        at: 'mx1.shop.example:25',
        came: 'certificate with only a common name',
      },
    },
    {
      fault: 'tls-old',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'only TLS 1.0 and 1.1',
      },
    },
    {
      fault: 'tls-closes',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'handshake closed',
      },
    },
    {
      fault: 'client-cert-required',
      group: 'certificates',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'client certificate required',
      },
    },
    {
      fault: 'starttls-stripped',
      group: 'mail',
      outcome: 'failed',
      met: {
        at: 'mx1.shop.example:25',
        came: 'no STARTTLS',
      },
    },
    {
      fault: 'tlsa-mismatch',
      group: 'mail',
      outcome: 'not-met',
    },
    {
      fault: 'mta-sts-mismatch',
      group: 'mail',
      outcome: 'not-met',
    },
  ],
} as const
