import type { ApiToken, TokenScope } from '@netbox/contract'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { CommandBlock } from '../../components/ui/command-block.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { accountTexts } from '../../texts/account.ts'

const { tokens: texts } = accountTexts

/** A request that a token with a scope may send. */
interface Call {
  readonly scope: TokenScope
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
}

// The first one that the token may send is shown.
const calls: readonly Call[] = [
  { scope: 'tools:run', path: '/tools/mx-record/run', body: { input: 'shop.example' } },
  { scope: 'tools:read', path: '/runs' },
  { scope: 'usage:read', path: '/usage' },
  { scope: 'email:verify', path: '/email/history' },
]

/** Writes a first request with a token as a line for a shell, in several languages. */
export const firstCalls = (token: string, scopes: readonly TokenScope[], origin: string) => {
  const call = calls.find(({ scope }) => scopes.includes(scope))
  if (call === undefined) return []
  const url = `${origin}/api${call.path}`
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const curl = [
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${body}'`]),
  ]
  const options = JSON.stringify({ ...(body === undefined ? {} : { method: 'POST', body }), headers })
  const data = body === undefined ? 'None' : `json.dumps(${body}).encode()`
  const request = `r.Request("${url}", ${data}, ${JSON.stringify(headers)})`
  return [
    { id: 'curl', label: 'curl', line: `curl ${curl.join(' ')} ${url}` },
    {
      id: 'node',
      label: 'Node',
      line: `node -e 'fetch("${url}", ${options}).then((response) => response.text()).then(console.log)'`,
    },
    {
      id: 'python',
      label: 'Python',
      line: `python3 -c 'import json, urllib.request as r; print(r.urlopen(${request}).read().decode())'`,
    },
  ]
}

interface FirstCallProps {
  readonly token: string
  readonly scopes: ApiToken['scopes']
  readonly isUsed: boolean
}

/** A line that uses a new token, and whether the service has received a request with the token. */
export const FirstCall = ({ token, scopes, isUsed }: FirstCallProps) => (
  <div className="grid w-full grid-cols-1 gap-2.5">
    <p className="text-sm font-semibold">{texts.tryIt}</p>
    <Tabs
      label={texts.tryIt}
      tabs={firstCalls(token, scopes, location.origin).map(({ id, label, line }) => ({
        id,
        label,
        focusable: false,
        content: (
          <CommandBlock copy={texts.copyLine(label)} said={texts.line} command={() => line}>
            {line}
          </CommandBlock>
        ),
      }))}
    />
    <p role="status">
      <Status severity={isUsed ? 'pass' : 'info'} isSentence>
        {isUsed ? texts.called : texts.waiting}
      </Status>
    </p>
  </div>
)
