import type { Finding } from './report.ts'

/**
 * Returns the address of the page about a code of findings, on the site of a service.
 *
 * @example
 * findingUrl('mx-silent', 'https://netbox.example') // => 'https://netbox.example/docs/findings/mx-silent'
 */
export const findingUrl = (code: string, site: string): string => `${site}/docs/findings/${code}`

/**
 * Returns a run whose findings have their addresses (`url`). A toolbox doesn't add them, because it knows no site.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * withFindingUrls(run, 'https://netbox.example').findings[0]?.url // => 'https://netbox.example/docs/findings/mx-silent'
 */
export const withFindingUrls = <Run extends { readonly findings: readonly Finding[] }>(
  run: Run,
  site: string,
): Run => ({
  ...run,
  findings: run.findings.map((finding) => ({ ...finding, url: findingUrl(finding.code, site) })),
})
